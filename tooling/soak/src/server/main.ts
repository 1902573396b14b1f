import { monitorEventLoopDelay } from "node:perf_hooks"
import { startFor } from "@countersign/bench/ours/start"
import { countedFibers } from "./fibers.ts"
import type { Delay, ServerSpec } from "./ServerSpec.ts"
import { heapHeld, openSockets, vitals } from "./vitals.ts"

// Started by fork, with its spec as JSON: says its port and its seeds once, and then what it is asked for.
const { callsPerSecond, platforms, ...spec }: ServerSpec = JSON.parse(process.argv[2] ?? "")
const fibers = countedFibers()
const sockets = openSockets()
const delay = monitorEventLoopDelay({ resolution: 1 })
const limit = callsPerSecond && { callsPerToken: { capacity: callsPerSecond, refillEvery: 1000 / callsPerSecond } }
const { close, port, seeds } = await startFor(
  { kind: "ours", ...spec },
  platforms.map((name) => ({ platformId: name, tokenId: name, secret: `${name}-secret` })),
  { telemetry: fibers.telemetry, ...(limit && { policy: limit }) }
)

const delayed = (): Delay => ({
  p50: delay.percentile(50) / 1e6,
  p99: delay.percentile(99) / 1e6,
  max: delay.max / 1e6
})

process.on("message", (question) => {
  if (question === "vitals") process.send?.(vitals(sockets, fibers.running()))
  if (question === "heap") process.send?.(heapHeld())
  if (question === "delay") process.send?.(delayed())
  if (question === "watch") {
    delay.reset()
    delay.enable()
    process.send?.("watching")
  }
})
process.on("disconnect", () => void close().finally(() => process.exit()))
process.send?.({ port, seeds })
