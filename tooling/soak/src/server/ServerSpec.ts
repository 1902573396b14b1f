import type { ServerSpec as BenchSpec } from "@countersign/bench/server/ServerSpec"

/** One server to start, in a process of its own. */
export interface ServerSpec extends Pick<BenchSpec, "database" | "mount" | "store"> {
  readonly platforms: ReadonlyArray<string>
  /** Calls that each platform may make a second; as many as it likes when left out. */
  readonly callsPerSecond?: number
  readonly subjects: number
  /** Whether V8 optimizes what it runs, as it does anywhere; `true` when left out. */
  readonly isOptimized?: boolean
  /** MiB that the old space of its heap may grow to; as Node chooses when left out. */
  readonly heapMiB?: number
}

/** What a server has in hand. */
export interface Vitals {
  /** What keeps the process alive, by kind. */
  readonly resources: Readonly<Record<string, number>>
  /** Listeners of the process, and of the sockets that are open. */
  readonly listeners: number
  readonly fibers: number
}

/** For how long the event loop let its timers wait, in milliseconds, since it was last asked to begin. */
export interface Delay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}
