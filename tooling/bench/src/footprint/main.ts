import { printedLines } from "../report/Report.ts"
import { startCluster } from "../run/cluster.ts"
import { startLoad } from "../run/servers.ts"
import { footprintLines } from "./lines.ts"

const cluster = await startCluster()
const load = startLoad()
try {
  process.stdout.write(printedLines(await footprintLines({ cluster, load, times: 7 })))
} finally {
  await load.stop()
  await cluster.stop()
}
