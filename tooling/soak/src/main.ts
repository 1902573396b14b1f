import { readFile, writeFile } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { flood, hostile } from "./attacks/index.ts"
import { days } from "./day/index.ts"
import { delay } from "./delay/index.ts"
import { heap } from "./heap/index.ts"
import { costs } from "./hostile/costs.ts"
import { neighbours, shares } from "./neighbour/index.ts"
import { races } from "./races/index.ts"
import { meetsGoal, page, printed, type Recorded, type Run } from "./report/Recorded.ts"
import { slow } from "./slow/index.ts"

/** Replaces the last run of the same name in `docs/generated`. */
const record = async (run: Recorded): Promise<void> => {
  const folder = new URL("../../../docs/generated/", import.meta.url)
  const file = new URL("soak.json", folder)
  const before: ReadonlyArray<Recorded> = JSON.parse(await readFile(file, "utf8").catch(() => "[]"))
  const all = [...before.filter(({ name }) => name !== run.name), run].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  await writeFile(file, `${JSON.stringify(all, undefined, 1)}\n`)
  await writeFile(new URL("soak.md", folder), page(all))
}

const runs: ReadonlyArray<Run> = [
  ...[...races, ...days, ...neighbours, ...shares],
  ...[delay, flood, slow, hostile, costs, heap]
]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { size: { type: "string" }, seed: { type: "string" } }
})
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Executes a run, prints its figures, and records it if it is a full run. Returns whether all goals were met. */
const carriedOut = async ({ name, run, says, unit, fullSize }: Run): Promise<boolean> => {
  const size = Number(values.size ?? fullSize)
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  say(`${name}: ${size.toLocaleString("en-US")} ${unit}, seed ${seed}`)
  const began = performance.now()
  const outcome = await run({ size, seed, log: say })
  for (const figure of outcome.figures) say(printed(figure))
  if (size >= fullSize) {
    await record({
      ...outcome,
      ...{ name, says, seed },
      size: `${size.toLocaleString("en-US")} ${unit}`,
      date: new Date().toISOString().slice(0, 10),
      node: process.versions.node,
      cores: availableParallelism(),
      minutes: (performance.now() - began) / 60_000
    })
  }
  return outcome.figures.every(meetsGoal)
}

const chosen = runs.find(({ name }) => name === positionals[0])
if (chosen === undefined) {
  say("npm run soak -- NAME [--size N] [--seed N]\n")
  for (const { name, says, unit, fullSize } of runs) {
    say(`  ${name.padEnd(16)}${says} ${fullSize.toLocaleString("en-US")} ${unit}.`)
  }
  process.exit(positionals.length === 0 ? 0 : 1)
}
process.exit((await carriedOut(chosen)) ? 0 : 1)
