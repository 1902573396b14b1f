/**
 * Node options for a process with a shiftable clock: by `CLOCK_SHIFT` milliseconds from the start, and at any time by a
 * message `{ clockShift }`, which the process acknowledges. They load the build output.
 */
export const shiftable: ReadonlyArray<string> = [
  "--import",
  new URL("../../dist/clock/shifted.js", import.meta.url).href
]
