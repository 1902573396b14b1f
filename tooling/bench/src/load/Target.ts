export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, number | string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Disconnects when it is aborted. */
  readonly signal?: AbortSignal
}

export interface Target {
  readonly port: number
  readonly seed: unknown
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Reply>
}
