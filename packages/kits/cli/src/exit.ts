export const EXIT = {
  done: 0,
  /** The command failed; the reason is on stderr. */
  failed: 1,
  /** The command line is invalid. */
  usage: 2,
  /** The command succeeded, and something remains to be done, such as a missing migration. */
  pending: 3
} as const

export type Exit = (typeof EXIT)[keyof typeof EXIT]
