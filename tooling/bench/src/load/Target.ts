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
