/** A request as it goes over the connection. */
export interface Request {
  readonly method: string
  /** Path and query below the version of the API. */
  readonly path: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: string | Uint8Array
}

/** One input of the fuzzer, by the family it was drawn from. What takes a conversation to make is made when it is sent. */
export interface Input {
  readonly family: string
  readonly request: () => Promise<Request> | Request
  /** Whether it may be let through once at the most (I1). */
  readonly isOnce?: boolean
}

/** A request as a line that people can read and `JSON.parse` can undo. */
export const shown = ({ body = "", headers, method, path }: Request): string =>
  JSON.stringify({ method, path, headers, body: Buffer.from(body).toString("latin1") })
