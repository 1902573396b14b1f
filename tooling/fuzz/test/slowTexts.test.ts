import { callers } from "@countersign/harness/world"
import type { Json } from "@countersign/wire"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openStage, type Stage } from "./edge/stage.ts"
import { endpoints } from "./inputs/contract.ts"
import { valuesOf } from "./inputs/valuesOf.ts"

const LENGTH = 65_536

/** Texts that make ambiguous patterns backtrack, because only the last character does not match. */
const worst = ["a", "0", " ", "a.", "-", "a@", "$a@a."].map((unit) => `${unit.repeat(LENGTH / unit.length)}\n`)

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

describe("a text of 64 KiB", () => {
  it("H14: takes time in proportion to its length, in every field and with any contents", {
    timeout: 600_000
  }, async () => {
    let fields = 0
    for (const { body, method, path } of endpoints) {
      if (body === undefined) continue
      // An account has many variants. The test uses some of them.
      const samples = fc.sample(valuesOf(body, stage.known), { seed: 1, numRuns: body.$ref === undefined ? 1 : 2 })
      for (const value of samples) {
        for (const place of textsIn(value)) {
          const url = path.replace("{id}", () => ID)
          const benign = await cpuOf(method, url, replaced(value, place, "a".repeat(LENGTH)))
          for (const text of worst) {
            const consumed = await cpuOf(method, url, replaced(value, place, text))
            // A quadratic pattern takes thousands of times as long; a busy machine only a few times.
            expect([path, place.join("."), consumed < 100 * Math.max(benign, FLOOR)]).toEqual([
              path,
              place.join("."),
              true
            ])
          }
          fields += 1
        }
      }
    }
    expect(fields).toBeGreaterThan(50)
  })
})

/** Minimum CPU time in microseconds. Shorter durations cannot be distinguished. */
const FLOOR = 2_000

const cpuOf = async (method: string, path: string, body: Json): Promise<number> => {
  const before = process.cpuUsage()
  await stage.world.call(callers.a, method, path, { body })
  const { system, user } = process.cpuUsage(before)
  return system + user
}

/** Bodies contain ids of existing objects. The id in the path only needs a valid form. */
const ID = "Customer:01890000-0000-7000-8000-000000000000"

type Place = ReadonlyArray<string>

const textsIn = (value: Json, place: Place = []): ReadonlyArray<Place> => {
  if (typeof value === "string") return [place]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, [...place, key]))
}

const replaced = (value: Json, [key, ...rest]: Place, text: string): Json => {
  if (key === undefined) return text
  if (typeof value !== "object" || value === null) return value
  const changed = Object.entries(value).map(
    ([name, part]) => [name, name === key ? replaced(part, rest, text) : part] as const
  )
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed)
}
