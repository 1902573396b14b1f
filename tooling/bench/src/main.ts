import { mkdir, writeFile } from "node:fs/promises"
import { footprintLines } from "./footprint/lines.ts"
import { bootOf, inProcessPage, measure, WHOLE } from "./inProcess/measure.ts"
import { runGroup, type Sample } from "./run/cells.ts"
import { withCluster } from "./run/cluster.ts"
import { planOf, type Settings, settingsOf } from "./run/plan.ts"
import { cellLines, cellTable, machine, page, sections } from "./run/report.ts"

const write = (name: string, text: string) =>
  writeFile(new URL(`../../../docs/generated/${name}`, import.meta.url), text)

/** Measures the flows in processes of their own, group after group. */
const runGroups = async (settings: Settings) => {
  const { profile } = settings
  if (profile !== undefined) await mkdir(profile, { recursive: true })
  const flags = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]
  const groups = planOf(settings)
  return withCluster(async (cluster) => {
    const samples: Array<Sample> = []
    for (const group of groups) {
      const made = await runGroup({ cluster, flags }, group)
      samples.push(...made)
      process.stdout.write(`${sections(cellLines(made))}\n${cellTable(made)}\n\n`)
    }
    return { samples, postgres: cluster.version }
  })
}

/** Measures single calls in this process, and prints the page about them. */
const runInProcess = async (isRecorded: boolean) => {
  const where = machine()
  const made = await measure(WHOLE, await bootOf())
  const text = inProcessPage(made, where)
  process.stdout.write(text)
  if (isRecorded) await write("bench-in-process.md", text)
  return made.lines
}

/** Rounds to three decimals: a shared machine is not more precise. */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === "number" ? Math.round(value * 1000) / 1000 : value

const settings = settingsOf(process.argv.slice(2))
if (settings.isInProcess) await runInProcess(settings.isRecorded)
else {
  const where = machine()
  const { postgres, samples } = await runGroups(settings)
  if (settings.isWhole) {
    const lines = [...cellLines(samples), ...(await runInProcess(true)), ...(await footprintLines(5))]
    await write("bench.md", page(`${where} PostgreSQL ${postgres}.`, lines))
    await write("bench.json", `${JSON.stringify({ where, lines, samples }, rounded)}\n`)
  }
}
