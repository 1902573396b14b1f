import { printedLines } from "../report/printedLines.ts"
import { startCluster } from "../run/cluster.ts"
import { startLoad } from "../run/startLoad.ts"
import { footprintLines } from "./lines.ts"

const cluster = await startCluster()
const load = startLoad()
try {
  process.stdout.write(printedLines(await footprintLines({ cluster, load, times: 7 })))
} finally {
  await load.stop()
  await cluster.stop()
}
