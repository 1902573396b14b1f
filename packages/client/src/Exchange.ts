/**
 * One request and its reply, for showing or logging. It is told once the reply has been read; a request that got none
 * is not told.
 *
 * `headers` has lower-case names; the values of the headers you gave, Authorization among them, read "[redacted]".
 * `request.body` is the JSON text exactly as sent. `response.body` is the JSON value, or the text where it was none, or
 * `undefined` where it was empty.
 */
export interface Exchange {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  readonly response: { readonly status: number; readonly body: unknown }
}
