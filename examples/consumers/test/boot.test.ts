import { copyFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, expect, inject, it } from "vitest"
import { budget } from "./budget.ts"
import { node } from "./shell.ts"

const service = inject("service")

beforeAll(() => {
  writeFileSync(join(service, "empty.mjs"), "console.log(JSON.stringify({ answered: performance.now() }))")
  for (const name of ["boot.mjs", "counted.mjs"]) {
    copyFileSync(fileURLToPath(new URL(`../programs/${name}`, import.meta.url)), join(service, name))
  }
})

/** What a program prints, line by line. */
const printed = async (...args: ReadonlyArray<string>): Promise<Readonly<Record<string, number>>> =>
  Object.assign(
    {},
    ...(await node(args, service))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  )

/** The least of each figure that a program prints, of some runs. */
const least = async (file: string): Promise<Readonly<Record<string, number>>> => {
  const runs: Array<Readonly<Record<string, number>>> = []
  for (let run = 0; run < 5; run += 1) runs.push(await printed(file))
  const names = Object.keys(runs[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, Math.min(...runs.map((run) => run[name] ?? Number.NaN))]))
}

// Machines differ, and this one is busy with other tests: an empty program is the measure.
it("answers its first call, on memory, in the time that 18 empty programs take, and then idles under 120 MB", async () => {
  const { answered: empty = Number.NaN } = await least("empty.mjs")
  const { answered = Number.NaN, cpu = Number.NaN, resident = Number.NaN } = await least("boot.mjs")
  const [wall, busy, resting] = [answered, cpu, resident].map((figure) => figure.toFixed(0))
  console.log(
    `boot to first answer: ${wall} ms, ${busy} ms of CPU, an empty program ${empty.toFixed(0)} ms; idle ${resting} MB`
  )
  expect(answered / empty).toBeLessThanOrEqual(budget("boot to first answer, in empty programs"))
  expect(resident).toBeLessThanOrEqual(budget("resident when idle, MB"))
}, 120_000)

// What a boot takes is Node reading modules, and unlike the time these are the same everywhere.
it("reads no more modules than its budget until then", async () => {
  const { modules = Number.NaN } = await printed("--import", "./counted.mjs", "boot.mjs")
  console.log(`modules read: ${modules}`)
  expect(modules).toBeLessThanOrEqual(budget("modules read until then"))
  // A budget that nothing comes near holds nothing.
  expect(modules).toBeGreaterThan(0.7 * budget("modules read until then"))
})
