import { inputOf } from "@countersign/vector-generator"
import { canonicalJson } from "@countersign/wire"
import { describe, expect, it } from "vitest"
import type { Case, Fields } from "../src/index.ts"
import { cases } from "./committed.ts"
import { type SloppyReader, sloppyReaders } from "./sloppyReaders.ts"

/** Returns the names of the cases that a reader gets wrong. */
const misread = async ({ operation, read }: SloppyReader, stored: (vector: Case) => boolean) => {
  const found: Array<string> = []
  for (const { vector } of cases) {
    if (vector.operation !== operation || !stored(vector)) continue
    const value = await attempt(() => read(inputOf(vector.input)))
    const right = vector.valid ? canonical(value) === canonical(vector.value) : value === undefined
    if (!right) found.push(vector.name)
  }
  return found
}

const canonical = (value: Fields | undefined): string => (value === undefined ? "" : canonicalJson(value))

const attempt = async <A>(read: () => A | Promise<A>): Promise<A | undefined> => {
  try {
    return await read()
  } catch {
    return undefined
  }
}

describe("a reader that takes", () => {
  it.each(sloppyReaders)("$says is detected", async (reader) => {
    const accepted = await misread(reader, ({ valid }) => !valid)
    const refused = await misread(reader, ({ valid }) => valid)
    if (reader.failsOnGood === true) return expect(refused).toContain(reader.foundBy)
    // A plausible reader: it is right about every valid case.
    expect(refused).toEqual([])
    expect(accepted).toContain(reader.foundBy)
  })
})
