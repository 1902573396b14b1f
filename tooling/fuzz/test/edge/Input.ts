/** A request as it is sent over the connection. */
export interface Request {
  readonly method: string
  /** Path and query, without the version of the API. */
  readonly path: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: string | Uint8Array
}

/** One input of the fuzzer and its family. Inputs that need a conversation are prepared when they are sent. */
export interface Input {
  readonly family: string
  readonly request: () => Promise<Request> | Request
  /** Whether it may succeed at most once (I1). */
  readonly isOnce?: boolean
}

/** A request as one readable line that `JSON.parse` can restore. */
export const shown = ({ body = "", headers, method, path }: Request): string =>
  JSON.stringify({ method, path, headers, body: Buffer.from(body).toString("latin1") })
