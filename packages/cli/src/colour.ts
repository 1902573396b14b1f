import { styleText } from "node:util"
import type { Terminal } from "./Terminal.ts"

type Style = "bold" | "dim" | "green" | "red"

/** The text in a style, where the terminal takes any. */
export const coloured = ({ hasColours }: Pick<Terminal, "hasColours">, style: Style, text: string): string =>
  // Whether there are colours has been decided: later versions of Node would decide once more.
  hasColours ? styleText(style, text, { validateStream: false }) : text

/** no-color.org and force-color.org: what the environment says goes before what the stream is. */
export const takesColours = (env: Terminal["env"], isTty: boolean): boolean => {
  const { FORCE_COLOR, NO_COLOR, TERM } = env
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false"
  return isTty && TERM !== "dumb"
}
