import type { IncomingHttpHeaders } from "node:http"

/** The contents of a call. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server from the view of a flow. */
export interface Target {
  readonly port: number
  readonly seed: unknown
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Reply>
}

/** A command to the load process. */
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
  /** Milliseconds of warm-up, and milliseconds that are measured. */
  readonly warm: number
  readonly measured: number
}
