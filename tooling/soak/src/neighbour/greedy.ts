import { caller, confirmed, mailed } from "./calls.ts"

// Started by fork with a port and a seed: a platform whose receivers in the sandbox never answer, at ever new addresses, and
// another one that mails codes in production over 8 connections as fast as it can, until their parent exits (GA4, GA5).
const [port = 0, seed = 1] = process.argv.slice(2).map(Number)
const CONNECTIONS = 8
const slow = caller(port, "loud-sandbox", 2).call
const flood = caller(port, "flood-production", CONNECTIONS).call
let calls = 0

const eventsOf = async (connection: number): Promise<never> => {
  for (let nth = 0; ; nth += 1) {
    // The limit of changed endpoints refuses some.
    if (nth % 20 === 0) {
      const webhookEndpoint = `https://never.example.com/${connection}?n=${nth}`
      await slow("PATCH", "/config", { webhookEndpoint })
    }
    await confirmed(slow, seed + connection * 1_000_000 + nth)
    calls += 1
  }
}

const mails = async (connection: number): Promise<never> => {
  for (let nth = 0; ; nth += 1) {
    await mailed(flood, `flood-${seed}-${connection}-${nth}@example.com`)
    calls += 1
  }
}

process.on("message", () => process.send?.(calls))
process.on("disconnect", () => process.exit())
process.send?.("ready")
const connections = Array.from({ length: CONNECTIONS }, (_, nth) => mails(nth))
await Promise.all([eventsOf(1), eventsOf(2), ...connections])
