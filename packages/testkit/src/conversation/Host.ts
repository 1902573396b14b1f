/** What is mounted: `createCountersign(…).handler`, or any other function from web `Request` to web `Response`. */
export type Handler = (request: Request) => Promise<Response>

/** How a story wants the host set up. */
export interface Mount {
  readonly handler: Handler
  /** Where the handler is mounted: "/", or a path that ends without a slash. */
  readonly prefix: string
  /** Which of the parsers you named stands in front; none where it is "none". */
  readonly parser: string
  /** Whether the framework is told to trust a proxy in front of it, where it can be told such a thing. */
  readonly isProxied: boolean
}

/** A host that listens on loopback. */
export interface Host {
  /** `http://127.0.0.1:port`, without the prefix. */
  readonly origin: string
  readonly close: () => Promise<void>
}
