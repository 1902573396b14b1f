import { styleText } from "node:util"

/** The environment, the output streams and the user input of a command. */
export interface Terminal {
  readonly env: { readonly [name: string]: string | undefined }
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether output on `out` may be coloured. */
  readonly hasColours: boolean
  /** Whether `err` is an interactive terminal, so that a progress line can be redrawn. */
  readonly isWatched: boolean
  /** Prompts the user. Absent when the terminal is not interactive. */
  readonly ask?: (question: string) => Promise<string>
  /** Resolves when the user stops the command. Until a command calls it, an interrupt ends the process at once. */
  readonly stopped: () => Promise<void>
}

type Style = "bold" | "dim" | "green" | "red"

/** Returns the text in a style if the terminal supports colours. */
export const coloured = ({ hasColours }: Pick<Terminal, "hasColours">, style: Style, text: string): string =>
  // Already decided: later versions of Node would check the stream again.
  hasColours ? styleText(style, text, { validateStream: false }) : text

/** no-color.org and force-color.org: the environment takes precedence over the stream. */
export const takesColours = (env: Terminal["env"], isTty: boolean): boolean => {
  const { FORCE_COLOR, NO_COLOR, TERM } = env
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false"
  return isTty && TERM !== "dumb"
}

/** Replaces the values of possibly secret environment variables, which a message of a host's module may repeat. */
export const withoutSecrets = (text: string, env: { readonly [name: string]: string | undefined }): string =>
  Object.entries(env).reduce(
    (environment, [name, value]) =>
      value !== undefined && value.length >= SHORTEST && SECRET.test(name)
        ? environment.replaceAll(value, `[${name}]`)
        : environment,
    text
  )

/** Shorter values occur in ordinary text. */
const SHORTEST = 6

const SECRET = /KEY|SECRET|PASS|TOKEN|URL|CREDENTIAL/iu
