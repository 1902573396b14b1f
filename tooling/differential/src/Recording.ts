import { appendFileSync, readFileSync } from "node:fs"
import type { CountersignOptions } from "countersign"

/** A request as it came, when it came, and what was answered then. */
export interface Recorded {
  /** Its place among the calls to its service, which is also the seed of its chance. */
  readonly nth: number
  /** What the service's clock said, in milliseconds since the epoch. */
  readonly at: number
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  /** The body's bytes in base64; absent where there was none. */
  readonly body?: string
  readonly status: number
  /** The text that was answered. */
  readonly answer: string
}

/** All calls to one service, and the options it was made with, as far as they are data. */
export interface Recording {
  readonly options: CountersignOptions
  readonly calls: ReadonlyArray<Recorded>
}

/** Begins the file of a service; answers what adds a call to it. */
export const writing = (file: string, options: CountersignOptions): ((call: Recorded) => void) => {
  const add = (line: unknown) => appendFileSync(file, `${JSON.stringify(line)}\n`)
  add(options)
  return add
}

/** Reads what {@link writing} wrote. Calls at once were written as they ended; they are read as they came. */
export const read = (file: string): Recording => {
  const [options, ...calls] = readFileSync(file, "utf8").trimEnd().split("\n").map(parsed)
  return { options, calls: calls.sort((one, other) => one.nth - other.nth) }
}

// The file is our own, and as old as this run.
const parsed = (line: string) => JSON.parse(line)
