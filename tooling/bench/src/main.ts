import { mkdir } from "node:fs/promises"
import { floorLines } from "./report/floorLines.ts"
import { machineOf } from "./report/machineOf.ts"
import { printed } from "./report/printed.ts"
import { rowsOf } from "./report/ratios.ts"
import { write } from "./report/write.ts"
import type { Sample } from "./run/Cell.ts"
import { startCluster } from "./run/cluster.ts"
import { extras } from "./run/extras.ts"
import { planOf } from "./run/plan.ts"
import { runGroup } from "./run/runGroup.ts"
import { isWhole, settingsOf } from "./run/settings.ts"
import { startLoad } from "./run/startLoad.ts"

const settings = settingsOf(process.argv.slice(2))
const groups = planOf(settings)
if (settings.profile !== undefined) await mkdir(settings.profile, { recursive: true })
const flags = settings.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${settings.profile}`]

const cluster = await startCluster()
const load = startLoad()
try {
  const machine = machineOf(cluster.version)
  const samples: Array<Sample> = []
  for (const group of groups) {
    const made = await runGroup({ cluster, load, flags }, group)
    samples.push(...made)
    process.stdout.write(printed(rowsOf(made)))
  }
  if (isWhole(settings)) {
    const more = []
    for (const extra of extras) more.push(...(await extra({ cluster, load, flags, samples })))
    const lines = [...floorLines(rowsOf(samples)), ...more]
    await write({ machine, lines, samples })
  }
} finally {
  await load.stop()
  await cluster.stop()
}
