import type { ServerSpec as BenchSpec } from "@countersign/bench/server/ServerSpec"

/** A server to start in its own process. */
export interface ServerSpec extends Pick<BenchSpec, "database" | "mount" | "store"> {
  readonly platforms: ReadonlyArray<string>
  /** Rate limit of each platform in calls per second. Default: none. */
  readonly callsPerSecond?: number
  readonly subjects: number
  /** Whether V8 optimizes code. Default: `true`. */
  readonly isOptimized?: boolean
  /** Maximum size of the heap's old space in MiB. Default: that of Node. */
  readonly heapMiB?: number
}

/** Resource counts of a server. */
export interface Vitals {
  /** Resources that keep the process alive, by kind. */
  readonly resources: Readonly<Record<string, number>>
  /** Listeners of the process and of its open sockets. */
  readonly listeners: number
  readonly fibers: number
}

/** Event-loop delay in milliseconds, since the measurement was last reset. */
export type Delay = Readonly<Record<"max" | "p50" | "p99", number>>
