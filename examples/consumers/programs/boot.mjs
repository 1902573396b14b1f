// Starts the service in memory and makes one call. Prints the time of the first answer, the CPU time in milliseconds,
// and the resident memory in megabytes one second later.
import { createCountersign } from "countersign"

const countersign = createCountersign()
const { id, secret } = countersign.sandboxToken
const headers = { authorization: `Basic ${btoa(`${id}:${secret}`)}` }
const { status } = await countersign.handler(new Request("http://localhost/2025-10-13/customers", { headers }))
if (status !== 200) throw new Error(`the first call returned status ${status}`)

const answered = performance.now()
const { system, user } = process.cpuUsage()
setTimeout(() => {
  console.log(JSON.stringify({ answered, cpu: (user + system) / 1000, resident: process.memoryUsage.rss() / 1e6 }))
  process.exit()
}, 1000)
