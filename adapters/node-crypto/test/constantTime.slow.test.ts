import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { figure } from "@countersign/harness/rounds"
import { describe, expect, it } from "vitest"

/**
 * In one process two equal doors differ by some nanoseconds, always in the same direction: by where their code and objects lie.
 * In the next process they differ in another direction, while a leak is in every process. So the median over processes counts.
 */
const PROCESSES = 9

const PROGRAM = fileURLToPath(new URL("timedDoor.mjs", import.meta.url))

/** Returns by how much an unknown id and a wrong first byte differ from a wrong last byte, in percent of the call. */
const differences = async (door: "door" | "early"): Promise<ReadonlyArray<number>> => {
  const found: Array<ReadonlyArray<number>> = []
  for (let nth = 0; nth < PROCESSES; nth += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, door])
    const [unknown = 0, first = 0, last = 1]: ReadonlyArray<number> = JSON.parse(stdout)
    found.push([unknown, first].map((mean) => (100 * (mean - last)) / last))
  }
  const medians = [0, 1].map((kind) => {
    const sorted = found.map((each) => each[kind] ?? 0).toSorted((one, other) => one - other)
    return Math.abs(sorted[PROCESSES >> 1] ?? 0)
  })
  const all = found.map((each) => each.map((percent) => percent.toFixed(2)).join(" and ")).join(", ")
  figure(`${door}: unknown id and wrong first byte against wrong last byte, in percent of the call: ${all}`)
  return medians
}

describe("H1: by response time (GS14)", () => {
  it("an unknown id, a wrong first byte and a wrong last byte are indistinguishable", async () => {
    expect(Math.max(...(await differences("door")))).toBeLessThan(1)
  })

  it("an implementation that looks up the id first is detected, which validates the measurement", async () => {
    expect(Math.max(...(await differences("early")))).toBeGreaterThan(50)
  })
})
