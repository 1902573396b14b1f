import { writeFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { startCluster } from "../run/cluster.ts"
import { machine } from "../run/report.ts"
import { type Grown, growth, printed } from "./measure.ts"
import { seed, serviceOn } from "./seed.ts"

const { values } = parseArgs({
  options: {
    sessions: { type: "string", default: "1000000" },
    beside: { type: "string", default: "10000,100000,1000000,10000000" },
    requests: { type: "string" },
    holders: { type: "string", default: "100" },
    rounds: { type: "string", default: "2" }
  }
})
const most = Number(values.sessions)
const requestsOf = (sessions: number) => Math.round((sessions * Number(values.requests ?? most)) / most)
const beside = values.beside.split(",").map(Number)
const sizes = [...beside.filter((size) => size < most), most]

// The data need not survive a crash. With the minimal level, tables are filled without WAL.
const cluster = await startCluster({
  shared_buffers: "2GB",
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "4GB",
  checkpoint_timeout: "30min"
})
const open: Array<Grown> = []
try {
  const seeded = []
  for (const sessions of sizes) {
    const database = await cluster.database(`sessions_${sessions}`)
    const { subjects, ...population } = await seed(database, { sessions, requests: requestsOf(sessions) }, 1000)
    seeded.push(population)
    open.push({ population, service: await serviceOn(database, { known: subjects }) })
    process.stdout.write(`${sessions} sessions have been seeded\n`)
  }
  const rows = await growth(open, { subjects: Number(values.holders), rounds: Number(values.rounds) })
  const report = { where: `${machine()} PostgreSQL ${cluster.version}.`, seeded, rows }
  const folder = new URL("../../../../docs/generated/", import.meta.url)
  await writeFile(new URL("scale.json", folder), `${JSON.stringify(report, undefined, 2)}\n`)
  await writeFile(new URL("scale.md", folder), printed(report))
} finally {
  for (const { service } of open) await service.close()
  await cluster.stop()
}
