import type { RequestListener } from "node:http"
import type { Countersign, CountersignOptions } from "countersign"

/** What else is served at the port of a sandbox, such as a page. Its origin is known once the port is. */
export interface Front {
  /** What it asks of the service. */
  readonly options: (origin: string) => CountersignOptions
  readonly open: (countersign: Countersign, origin: string) => Promise<OpenFront>
}

export interface OpenFront {
  /** Puts itself before the API, and leaves to it what is not its own. */
  readonly before: (api: RequestListener) => RequestListener
  /** Called once all of it can be reached. */
  readonly ready: () => Promise<void>
  readonly close: () => Promise<void>
}
