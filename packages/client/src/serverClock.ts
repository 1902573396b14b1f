/**
 * The server's clock, as its answers show it: the clock of a device may be off by minutes or days. Every comparison with a time of
 * the server, and every proof, uses this one.
 */
export interface ServerClock {
  /** Milliseconds since the epoch. The local clock until an answer shows another. */
  readonly now: () => number
  /** How far the server's clock is ahead of the local one, in milliseconds, or `undefined` if no answer has shown it. */
  readonly ahead: () => number | undefined
  /** Takes the difference that another page measured, unless an answer has shown it. */
  readonly assume: (ahead: number | undefined) => void
  /** Takes the time of an answer, in a form that `Date.parse` reads, whose request was sent at `sent` by the local clock. */
  readonly see: (date: string | null | undefined, sent: number) => void
}

export const serverClock = (): ServerClock => {
  let ahead: number | undefined
  return {
    now: () => Date.now() + (ahead ?? 0),
    ahead: () => ahead,
    assume: (measured) => {
      ahead ??= measured
    },
    see: (date, sent) => {
      const at = Date.parse(date ?? "")
      if (Number.isNaN(at)) return
      // The answer was made between `sent` and now, and RFC 9110 section 5.6.7 gives its time in whole seconds. The nearest
      // difference within those bounds is taken, so a clock that may be right is not moved.
      ahead = Math.min(Math.max(ahead ?? 0, at - Date.now()), at + 999 - sent)
    }
  }
}
