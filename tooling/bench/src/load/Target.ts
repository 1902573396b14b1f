import type { IncomingHttpHeaders } from "node:http"

/** What a call carries. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server, as a flow sees it. */
export interface Target {
  readonly port: number
  readonly seed: unknown
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Reply>
}

/** What the load is told to do. */
export type Order =
  | { readonly order: "meet"; readonly server: string; readonly port: number; readonly seed: unknown }
  | { readonly order: "leave"; readonly server: string }
  | SliceOrder

/** A slice of a flow to run. */
export interface SliceOrder {
  readonly order: "slice"
  readonly server: string
  readonly flow: string
  readonly users: number
  /** Milliseconds before, and milliseconds that count. */
  readonly warm: number
  readonly measured: number
}
