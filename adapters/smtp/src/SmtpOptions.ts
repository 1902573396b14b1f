import type { SmtpFault } from "./SmtpFault.ts"
import type { Server } from "./server.ts"
import type { Texts } from "./Texts.ts"
import type { TimeoutOptions } from "./timeouts.ts"

/** Which server, who the mail is from, and what it says. */
export type SmtpOptions = Server & {
  /** `login@acme.example` or `Acme <login@acme.example>`: an address that the server may send for. */
  readonly from: string
  /** What the reader knows the product by. The name in `from` when left out, or else the host name of its address. */
  readonly product?: string
  /** In place of the words that come with this package, one mail or both. */
  readonly texts?: Partial<Texts>
  /** Certificates (PEM) to trust in place of the well-known authorities, for a server with a certificate of the house. */
  readonly ca?: string
  /** Speaks without TLS, to a server on the loopback alone. For development. */
  readonly plaintext?: boolean
  readonly timeouts?: TimeoutOptions
  /** The most connections at a time. 5 when left out. */
  readonly connections?: number
  /** Told of each attempt that failed, for the host's log. The mail is tried again whatever this does. */
  readonly report?: (fault: SmtpFault) => void
  /** The time in milliseconds since the epoch; the machine's own when left out. For tests. */
  readonly now?: () => number
}
