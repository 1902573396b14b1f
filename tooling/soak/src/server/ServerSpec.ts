import type { ServerSpec as BenchSpec } from "@countersign/bench/server/ServerSpec"
import { Schema } from "effect"

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
export const Vitals = Schema.Struct({
  /** Resources that keep the process alive, by kind. */
  resources: Schema.Record(Schema.String, Schema.Number),
  /** Listeners of the process and of its open sockets. */
  listeners: Schema.Int,
  fibers: Schema.Int
})
export type Vitals = typeof Vitals.Type

/** Event-loop delay in milliseconds, since the measurement was last reset. */
export const Delay = Schema.Struct({ p50: Schema.Number, p99: Schema.Number, max: Schema.Number })
export type Delay = typeof Delay.Type
