import type { Terminal } from "./Terminal.ts"

export interface Json {
  readonly json?: boolean
}

/** Writes the result of a command: one line of JSON with `--json`, otherwise text. */
export const print = (terminal: Terminal, { json }: Json, value: object, words: string): void =>
  terminal.out(json === true ? `${JSON.stringify(value)}\n` : `${words}\n`)
