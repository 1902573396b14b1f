import { caller, confirmed, mailed } from "./calls.ts"

// Started by fork with a port and a seed: a busy and hostile platform in its sandbox, over 8 connections, until its
// parent exits. It triggers every sandbox fault, moves its clock, and disconnects during a third of its calls.
const [port = 0, seed = 1] = process.argv.slice(2).map(Number)
const CONNECTIONS = 8
const FAULTS = ["rate-limit", "lost-reply", "store-conflict", "webhook-duplicate", "webhook-late", "webhook-reordered"]

let state = seed
/** From 0 to below `most`, by a linear congruential generator, so it is deterministic for a seed. */
const drawn = (most: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * most)
}

const { call } = caller(port, "loud-sandbox", CONNECTIONS)
let nth = 0
let calls = 0
const once = async (): Promise<void> => {
  nth += 1
  const fault = FAULTS[drawn(FAULTS.length + 1)]
  const options = {
    headers: fault === undefined ? {} : { "sandbox-fault": fault },
    ...(drawn(3) === 0 ? { patience: drawn(30) } : {})
  }
  const act = drawn(4)
  if (act === 0) await mailed(call, `loud-${seed}-${nth}@example.com`)
  else if (act === 1) await confirmed(call, nth, options)
  else await call("POST", "/sandbox/clock/advance", { seconds: 1 + drawn(120) }, options)
  calls += 1
}
const connection = async (): Promise<never> => {
  for (;;) await once()
}

await call("PATCH", "/config", { webhookEndpoint: "https://loud.example.com/hooks" })
process.on("message", () => process.send?.(calls))
process.on("disconnect", () => process.exit())
process.send?.("ready")
await Promise.all(Array.from({ length: CONNECTIONS }, connection))
