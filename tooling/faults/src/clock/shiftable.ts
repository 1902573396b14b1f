/**
 * How to start a Node process whose clock can be shifted: by `CLOCK_SHIFT` milliseconds from the start, and by a message
 * `{ clockShift }` at any time, which it answers. It loads what was built.
 */
export const shiftable: ReadonlyArray<string> = [
  "--import",
  new URL("../../dist/clock/shifted.js", import.meta.url).href
]
