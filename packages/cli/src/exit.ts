/** What the exit code of every command says. */
export const EXIT = {
  done: 0,
  /** The command could not do its work; the reason is on stderr. */
  failed: 1,
  /** The command was not understood. */
  usage: 2,
  /** All went well, and there is something left to do: migrations are missing. */
  pending: 3
} as const

export type Exit = (typeof EXIT)[keyof typeof EXIT]
