import { domainToASCII } from "node:url"
import type { SmtpFault } from "./SmtpFault.ts"
import type { Server, TimeoutOptions } from "./server.ts"
import { plain, type Texts } from "./Texts.ts"

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

/**
 * Whether the text is one address and nothing else: a dot-atom, an `@` and a host name, in any script. A quoted local
 * part, a comment, a display name and a list are refused, and so is whatever another reader may normalise into one.
 */
export const isOneAddress = (text: string): boolean =>
  text === text.normalize("NFKC") &&
  new TextEncoder().encode(text).length <= MAX &&
  ADDRESS.test(text) &&
  domainToASCII(domainOf(text)) !== ""

/** What stands behind the `@` of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1)

/** Who a mail comes from. */
export interface Sender {
  readonly name: string
  readonly address: string
}

/** Reads `login@acme.example` or `Acme <login@acme.example>`; anything else is nobody. */
export const senderOf = (text: string): Sender | undefined => {
  const [, quoted, bare, address = text] = SENDER.exec(text) ?? []
  const name = quoted ?? bare?.replace(/^(.*[^ ])? *$/su, "$1") ?? ""
  return name === plain(name) && isOneAddress(address) ? { name, address } : undefined
}

/** RFC 5321 section 4.5.3.1.3: a path, less its angle brackets, is at most 254 octets. */
const MAX = 254

// RFC 5322 section 3.2.3 with RFC 6532 section 3.2: atext, and letters of any script.
const ATOM = "[\\p{L}\\p{M}\\p{Nd}!#$%&'*+/=?^_`{|}~\\-]+"
const LABEL = "[\\p{L}\\p{Nd}](?:[\\p{L}\\p{M}\\p{Nd}\\-]{0,61}[\\p{L}\\p{M}\\p{Nd}])?"
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`, "u")
// The name is trimmed behind it: blanks that may belong to it or not would be tried both ways.
const SENDER = /^(?:"([^"\\<>]*)" *|([^"\\<>]*))<([^<>]*)>$/u
