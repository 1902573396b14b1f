export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, number | string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** The contents of a call. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A server from the view of a flow. */
export interface Target {
  readonly port: number
  readonly seed: unknown
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Reply>
}
