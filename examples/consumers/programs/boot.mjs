// Boots the service in memory and has it answer once. Prints when that was, the milliseconds of processor that it took, and
// the megabytes that are resident a second later.
import { createCountersign } from "countersign"

const countersign = createCountersign()
const { id, secret } = countersign.sandboxToken
const headers = { authorization: `Basic ${btoa(`${id}:${secret}`)}` }
const { status } = await countersign.handler(new Request("http://localhost/2025-10-13/customers", { headers }))
if (status !== 200) throw new Error(`the first call was answered ${status}`)

const answered = performance.now()
const { system, user } = process.cpuUsage()
setTimeout(() => {
  console.log(JSON.stringify({ answered, cpu: (user + system) / 1000, resident: process.memoryUsage.rss() / 1e6 }))
  process.exit()
}, 1000)
