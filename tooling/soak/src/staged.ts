import { withCluster } from "@countersign/bench/run/cluster"
import { child } from "@countersign/bench/run/servers"
import { built } from "./built.ts"
import type { Pace, Paced } from "./load/keepPace.ts"
import type { Delay, ServerSpec, Vitals } from "./server/ServerSpec.ts"

/** Starts a server of this library in its own process. */
const startServer = async ({ heapMiB, isOptimized = true, ...spec }: ServerSpec) => {
  const heap = heapMiB === undefined ? [] : [`--max-old-space-size=${heapMiB}`]
  const flags = ["--expose-gc", ...heap, ...(isOptimized ? [] : [NOT_OPTIMIZED])]
  const process = child(built("server/main.js"), [JSON.stringify(spec)], flags)
  const { port, seeds } = await process.next<{ readonly port: number; readonly seeds: ReadonlyArray<unknown> }>()
  return {
    port,
    /** The data that the load requires, for each platform. */
    seeds,
    vitals: () => process.ask<Vitals>("vitals"),
    /** Heap size in bytes after a garbage collection. */
    heap: () => process.ask<number>("heap"),
    /** Resets the measurement of the event-loop delay. */
    watch: () => process.ask("watch"),
    delay: () => process.ask<Delay>("delay"),
    stop: process.stop
  }
}

/**
 * V8's optimizing compiler records which code depends on which object shape. These records grow by up to half a MiB at
 * once while it recompiles code, and heap snapshots show that nothing else of a warm server grows. A run that looks for
 * a leak of one byte per request must therefore turn optimization off.
 */
const NOT_OPTIMIZED = "--no-opt"

type Server = Awaited<ReturnType<typeof startServer>>

/** A process that generates load, one pace at a time. */
const startLoad = () => {
  const process = child(built("load/main.js"))
  return {
    pace: async (order: Pace): Promise<Paced> => {
      const reply = await process.ask<Paced | { readonly failed: string }>(order)
      if ("failed" in reply) throw new Error(reply.failed)
      return reply
    },
    stop: process.stop
  }
}

type Load = ReturnType<typeof startLoad>

/** A server with its own database, and two processes that generate load. */
export interface Stage {
  readonly server: Server
  readonly load: Load
  readonly other: Load
}

/** Runs a function on a stage and closes the stage afterwards. */
export const staged = <A>(spec: Omit<ServerSpec, "database" | "mount" | "store">, act: (stage: Stage) => Promise<A>) =>
  withCluster(async ({ database }) => {
    const server = await startServer({ ...spec, mount: "express", store: "postgres", database: await database("soak") })
    const [load, other] = [startLoad(), startLoad()]
    try {
      return await act({ server, load, other })
    } finally {
      for (const { stop } of [other, load, server]) await stop()
    }
  })
