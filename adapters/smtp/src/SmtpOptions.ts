import { domainToASCII } from "node:url"
import type { SmtpFault } from "./SmtpFault.ts"
import type { Server, TimeoutOptions } from "./server.ts"
import { plain, type Texts } from "./Texts.ts"

/** The server, the sender and the texts of the mails. */
export type SmtpOptions = Server & {
  /** `login@acme.example` or `Acme <login@acme.example>`: an address that the server may send from. */
  readonly from: string
  /**
   * The host name in the greeting of this client (EHLO), which some servers compare with its address. Default: the
   * domain of `from`. A container has no name of its own.
   */
  readonly name?: string
  /** The product name in the mails. Default: the name in `from`, or else the host name of its address. */
  readonly product?: string
  /**
   * The domains in which a platform may choose its reply address. Default: that of `from`. `createCountersign` reads
   * them from the mailer, and `PATCH /config` refuses others.
   */
  readonly domains?: ReadonlyArray<string>
  /** Replaces the texts of this package, for one kind of mail or both. */
  readonly texts?: Partial<Texts>
  /** Certificates (PEM) to trust instead of the public authorities, for a server with a private certificate. */
  readonly ca?: string
  /** Connects without TLS, to a server on loopback only. For development. */
  readonly plaintext?: boolean
  readonly timeouts?: TimeoutOptions
  /** Maximum number of connections. Default: 5. */
  readonly connections?: number
  /** Called after each failed attempt, for logging. The mail is retried in any case. */
  readonly report?: (fault: SmtpFault) => void
  /** Returns the time in milliseconds since the epoch. Default: the system clock. For tests. */
  readonly now?: () => number
}

/**
 * Whether the text is exactly one address: a dot-atom, an `@` and a host name, in any script. Rejects quoted local
 * parts, comments, display names and lists, and characters that another parser may normalize into one.
 */
export const isOneAddress = (text: string): boolean =>
  text === text.normalize("NFKC") &&
  new TextEncoder().encode(text).length <= MAX &&
  ADDRESS.test(text) &&
  domainToASCII(domainOf(text)) !== ""

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1)

export interface Sender {
  readonly name: string
  readonly address: string
}

/** Parses `login@acme.example` or `Acme <login@acme.example>`. Returns undefined for any other text. */
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
// The name is trimmed separately: optional blanks in the expression would cause backtracking.
const SENDER = /^(?:"([^"\\<>]*)" *|([^"\\<>]*))<([^<>]*)>$/u
