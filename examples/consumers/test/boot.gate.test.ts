import { copyFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, expect, it } from "vitest"
import { budget } from "./budget.ts"
import { installedService } from "./service.ts"
import { node } from "./shell.ts"

const service = await installedService()
const EMPTY = `
  const { system, user } = process.cpuUsage()
  console.log(JSON.stringify({ answered: performance.now(), cpu: (user + system) / 1000 }))
`

beforeAll(() => {
  writeFileSync(join(service, "empty.mjs"), EMPTY)
  for (const name of ["boot.mjs", "counted.mjs"]) {
    copyFileSync(fileURLToPath(new URL(`../programs/${name}`, import.meta.url)), join(service, name))
  }
})

/** Runs a program and returns the figures that it prints as lines of JSON. */
const printed = async (...args: ReadonlyArray<string>): Promise<Readonly<Record<string, number>>> =>
  Object.assign(
    {},
    ...(await node(args, service))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  )

/** The minimum of each figure over several runs of a program. */
const least = async (...args: ReadonlyArray<string>): Promise<Readonly<Record<string, number>>> => {
  const runs: Array<Readonly<Record<string, number>>> = []
  for (let run = 0; run < 5; run += 1) runs.push(await printed(...args))
  const names = Object.keys(runs[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, Math.min(...runs.map((run) => run[name] ?? Number.NaN))]))
}

// Machines differ, so the unit is the start of an empty program. This one runs other tests too, which take from the time
// of a program and not from its CPU time.
it("answers its first call, in memory, within the CPU time of 18 empty programs, and idles under 120 MB", async () => {
  const { answered: start = Number.NaN, cpu: empty = Number.NaN } = await least("empty.mjs")
  const { answered = Number.NaN, cpu = Number.NaN } = await least("boot.mjs")
  // Beside other work of the machine, V8's collector on a thread of its own comes too late for some of the garbage (GT12).
  const { resident = Number.NaN } = await least("--single-threaded", "boot.mjs")
  const [wall, busy, without, idle, resting] = [answered, cpu, start, empty, resident].map((figure) =>
    figure.toFixed(0)
  )
  console.log(
    `boot to first answer: ${wall} ms, ${busy} ms of CPU; an empty program: ${without} ms, ${idle} ms of CPU; idle ${resting} MB`
  )
  expect(cpu / empty).toBeLessThanOrEqual(budget("boot to first answer, in empty programs"))
  expect(resident).toBeLessThanOrEqual(budget("resident when idle, MB"))
})

// Loading modules dominates the start. Unlike the time, the number of modules is the same on every machine.
it("loads at most its budget of modules before its first answer", async () => {
  const { modules = Number.NaN } = await printed("--import", "./counted.mjs", "boot.mjs")
  console.log(`modules read: ${modules}`)
  expect(modules).toBeLessThanOrEqual(budget("modules read until then"))
  // A budget far above the actual value would not detect growth.
  expect(modules).toBeGreaterThan(0.7 * budget("modules read until then"))
})
