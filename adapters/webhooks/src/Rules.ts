import { lookup } from "node:dns/promises"
import type { Mode } from "@countersign/core"

export interface WebhookSenderOptions {
  /**
   * Lets sandbox webhooks go to http, to any port and to private addresses: for a developer's desk. Production webhooks
   * never do.
   */
  readonly allowPrivate?: boolean
  /** Ports that webhooks go to. 443 and 8443 when left out. */
  readonly ports?: ReadonlyArray<number>
  /** Every address of a name. The system's own resolver when left out. */
  readonly resolve?: (name: string) => Promise<ReadonlyArray<string>>
  /** Certificates in PEM that are trusted instead of the system's. */
  readonly ca?: string
}

/** The options with nothing left out. */
export interface Rules {
  readonly isFree: (mode: Mode) => boolean
  readonly ports: ReadonlySet<number>
  readonly resolve: (name: string) => Promise<ReadonlyArray<string>>
  readonly ca: string | undefined
}

export const rulesOf = (options: WebhookSenderOptions = {}): Rules => {
  const { allowPrivate = false, ca, ports = [443, 8443], resolve = systemResolver } = options
  return { isFree: (mode) => allowPrivate && mode === "sandbox", ports: new Set(ports), resolve, ca }
}

const systemResolver = async (name: string): Promise<ReadonlyArray<string>> =>
  (await lookup(name, { all: true })).map(({ address }) => address)
