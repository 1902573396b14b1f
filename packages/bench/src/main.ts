import { mkdir } from "node:fs/promises"
import { peerLines } from "./peers/lines.ts"
import { printed } from "./report/printed.ts"
import { printedLines } from "./report/printedLines.ts"
import type { Sample } from "./run/Cell.ts"
import { startCluster } from "./run/cluster.ts"
import { planOf } from "./run/plan.ts"
import { runGroup } from "./run/runGroup.ts"
import { settingsOf } from "./run/settings.ts"
import { startLoad } from "./run/startLoad.ts"

const settings = settingsOf(process.argv.slice(2))
const groups = planOf(settings)
if (settings.profile !== undefined) await mkdir(settings.profile, { recursive: true })
const flags = settings.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${settings.profile}`]

const cluster = await startCluster()
const load = startLoad()
try {
  const samples: Array<Sample> = []
  for (const group of groups) samples.push(...(await runGroup({ cluster, load, flags }, group)))
  process.stdout.write(printed(samples))
  process.stdout.write(printedLines(peerLines(samples)))
} finally {
  await load.stop()
  await cluster.stop()
}
