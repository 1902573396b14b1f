import { styleText } from "node:util"

/** Where a command reads its settings, writes its words, and finds the person in front of it. */
export interface Terminal {
  readonly env: { readonly [name: string]: string | undefined }
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether what is written to `out` may be coloured. */
  readonly hasColours: boolean
  /** Whether `err` shows one line that is written over: a person watches it. */
  readonly isWatched: boolean
  /** Asks the person in front of it. Absent where nobody sits there. */
  readonly ask?: (question: string) => Promise<string>
  /** Resolves when whoever runs the command wants it to end. Not asked, that ends the command at once. */
  readonly stopped: () => Promise<void>
}

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

/** A text with the values of the environment taken out that may be secret: what a module says may repeat them. */
export const withoutSecrets = (text: string, env: { readonly [name: string]: string | undefined }): string =>
  Object.entries(env).reduce(
    (told, [name, value]) =>
      value !== undefined && value.length >= SHORTEST && SECRET.test(name) ? told.replaceAll(value, `[${name}]`) : told,
    text
  )

/** Shorter ones stand in any text. */
const SHORTEST = 6

const SECRET = /KEY|SECRET|PASS|TOKEN|URL|CREDENTIAL/iu
