import { channel } from "node:diagnostics_channel"
import type { EventEmitter } from "node:events"
import type { Socket } from "node:net"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { start } from "@countersign/bench/ours/start"
import { Layer, Metric } from "effect"
import type { Delay, ServerSpec, Vitals } from "./ServerSpec.ts"

const openSockets = (): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>()
  channel("http.server.request.start").subscribe((message) => {
    if (!isStart(message) || sockets.has(message.socket)) return
    sockets.add(message.socket)
    message.socket.once("close", () => sockets.delete(message.socket))
  })
  return sockets
}

const isStart = (message: unknown): message is { readonly socket: Socket } =>
  typeof message === "object" && message !== null && "socket" in message

/** Heap size in bytes after a garbage collection. Requires --expose-gc. */
const heapHeld = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

/**
 * The resource counts of this process, without its HTTP connections: the load opens and closes those as it needs. Of their
 * listeners, those of the connection with the most count, since a leak per call adds to them.
 */
const vitals = (sockets: ReadonlySet<Socket>, fibers: number): Vitals => {
  const resources: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  resources.TCPSocketWrap = (resources.TCPSocketWrap ?? 0) - sockets.size
  return { resources, listeners: listenersOf(process) + Math.max(0, ...[...sockets].map(listenersOf)), fibers }
}

const listenersOf = (emitter: EventEmitter): number =>
  emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0)

const countedFibers = () => {
  let running = 0
  return {
    running: () => running,
    telemetry: Layer.succeed(Metric.FiberRuntimeMetrics)({
      recordFiberStart: () => {
        running += 1
      },
      recordFiberEnd: () => {
        running -= 1
      }
    })
  }
}

// Started by fork with its spec as JSON. Reports its port and its seeds once, then answers messages.
const { callsPerSecond, platforms, ...spec }: ServerSpec = JSON.parse(process.argv[2] ?? "")
const fibers = countedFibers()
const sockets = openSockets()
const delay = monitorEventLoopDelay({ resolution: 1 })
const limit = callsPerSecond && { callsPerToken: { capacity: callsPerSecond, refillEvery: 1000 / callsPerSecond } }
const { close, port, seeds } = await start(
  { kind: "ours", ...spec },
  platforms.map((name) => ({ platformId: name, tokenId: name, secret: `${name}-secret` })),
  { telemetry: fibers.telemetry, ...(limit && { policy: limit }) }
)

const delayed = (): Delay => ({
  p50: delay.percentile(50) / 1e6,
  p99: delay.percentile(99) / 1e6,
  max: delay.max / 1e6
})

const answers: Readonly<Record<string, () => Delay | Vitals | number | string>> = {
  vitals: () => vitals(sockets, fibers.running()),
  heap: heapHeld,
  delay: delayed,
  watch: () => {
    delay.reset()
    delay.enable()
    return "watching"
  }
}

process.on("message", (question) => process.send?.(answers[String(question)]?.()))
process.on("disconnect", () => void close().finally(() => process.exit()))
process.send?.({ port, seeds })
