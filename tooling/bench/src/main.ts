import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { footprintLines } from "./footprint/lines.ts"
import { measure } from "./inProcess/measure.ts"
import { runCells } from "./run/cells.ts"
import { withCluster } from "./run/cluster.ts"
import { RECORD, settingsOf } from "./run/plan.ts"
import { cellLines, details, machine, page, type Report, sections, withRatios } from "./run/report.ts"
import { storedLines } from "./run/stored.ts"

const { cells, inProcess, isInProcess, isSmallest, isWhole, out, profile } = settingsOf(process.argv.slice(2))

/** The measurements of a whole run beside the cells. They come first: the rounds of the cells take the rest of five minutes. */
const beside = async () => [...(await measure(inProcess)), ...(await footprintLines(isSmallest ? 1 : 5))]

/** Measures the flows in processes of their own. */
const run = async (where: string): Promise<Report> => {
  const before = isWhole ? await beside() : []
  if (profile !== undefined) await mkdir(profile, { recursive: true })
  const flags = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]
  return withCluster(async (cluster) => {
    const ran = await runCells({ cluster, flags }, cells)
    const stored = isWhole ? await storedLines(cluster) : []
    const lines = [...cellLines(ran), ...stored, ...before]
    return { where: `${where} PostgreSQL ${cluster.version}.`, warm: cells.warm, lines, ...ran }
  }, WARM)
}

/** No checkpoint within the run: it would make the slices after it write images of whole pages. */
const WARM = { checkpoint_timeout: "1h", max_wal_size: "16GB" }

/** Rounds to three decimals: a shared machine is not more precise. */
const rounded = (_: string, value: unknown) => (typeof value === "number" ? Math.round(value * 1000) / 1000 : value)

const record = async (folder: string, report: Report) => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "bench.md"), page(report))
  const recorded: Report = JSON.parse(JSON.stringify(report, rounded))
  await writeFile(join(folder, "bench.json"), `${JSON.stringify(recorded)}\n`)
  // The page for users has the ratios of the record.
  if (folder === RECORD) await writeFile(USERS_PAGE, withRatios(await readFile(USERS_PAGE, "utf8"), recorded.lines))
}

const USERS_PAGE = join(RECORD, "../performance.md")

if (isInProcess) process.stdout.write(sections(await measure(inProcess)))
else {
  const report = await run(machine())
  process.stdout.write(`${sections(report.lines)}\n${details(report)}`)
  if (out !== undefined) await record(out, report)
}
