import { mkdir, writeFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { measure, printed } from "./measure.ts"
import { startCluster } from "./seed.ts"

const { values } = parseArgs({
  options: {
    sessions: { type: "string", default: "1000000" },
    beside: { type: "string", default: "10000,100000,1000000,10000000" },
    requests: { type: "string" },
    holders: { type: "string", default: "100" },
    rounds: { type: "string", default: "2" },
    sweep: { type: "string", default: "50000" }
  }
})

const most = Number(values.sessions)
const share = Number(values.requests ?? values.sessions) / most
const sizes = values.beside
  .split(",")
  .map(Number)
  .filter((size) => size < most)
const all = [...sizes, most].map((sessions) => ({ sessions, requests: Math.round(sessions * share) }))

const folder = new URL("../../../../docs/generated/", import.meta.url)
const cluster = await startCluster({ shared_buffers: "2GB" })
try {
  const report = await measure(cluster, {
    sizes: all,
    holders: Number(values.holders),
    rounds: Number(values.rounds),
    sweep: Number(values.sweep),
    tell: (line) => process.stdout.write(`${line}\n`)
  })
  await mkdir(folder, { recursive: true })
  await writeFile(new URL("scale.json", folder), `${JSON.stringify(report, undefined, 2)}\n`)
  await writeFile(new URL("scale.md", folder), printed(report))
} finally {
  await cluster.end()
}
