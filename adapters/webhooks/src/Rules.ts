import { lookup, Resolver } from "node:dns/promises"
import type { Mode } from "@countersign/core"

export interface WebhookSenderOptions {
  /**
   * Lets sandbox webhooks go to http, to any port and to private addresses: for a developer's desk. Production webhooks
   * never do.
   */
  readonly allowPrivate?: boolean
  /** Ports that webhooks go to. 443 and 8443 when left out. */
  readonly ports?: ReadonlyArray<number>
  /** Every address of a name. When left out the name servers that the system is set to are asked. */
  readonly resolve?: (name: string) => Promise<ReadonlyArray<string>>
  /** Certificates in PEM that are trusted instead of the system's. */
  readonly ca?: string
}

/** The options with nothing left out. */
export interface Rules {
  readonly isFree: (mode: Mode) => boolean
  readonly ports: ReadonlySet<number>
  readonly resolve: (name: string, mode: Mode) => Promise<ReadonlyArray<string>>
  readonly ca: string | undefined
}

export const rulesOf = (options: WebhookSenderOptions = {}): Rules => {
  const { allowPrivate = false, ca, ports = [443, 8443], resolve } = options
  const isFree = (mode: Mode) => allowPrivate && mode === "sandbox"
  return {
    isFree,
    ports: new Set(ports),
    resolve: (name, mode) => (resolve ?? (isFree(mode) ? bySystem : byNameServers))(name),
    ca
  }
}

/** Knows what this machine alone knows. It waits in one of the process's four threads, so a stranger's name is not for it. */
const bySystem = async (name: string): Promise<ReadonlyArray<string>> =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/** Waits in no thread: a name whose server says nothing holds up nobody. */
const byNameServers = async (name: string): Promise<ReadonlyArray<string>> => {
  // A new one each time, which reads anew which servers there are.
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return [four, six].flatMap((found) => (found.status === "fulfilled" ? found.value : []))
}
