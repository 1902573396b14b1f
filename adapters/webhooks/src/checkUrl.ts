import { lookup, Resolver } from "node:dns/promises"
import { isIP } from "node:net"
import type { Mode, UrlFault, WebhookFaultWord } from "@countersign/core"
import ipaddr from "ipaddr.js"

const { IPv4, IPv6 } = ipaddr

/**
 * Whether an address belongs to the public internet. Any doubt means no. Ranges that embed another address (NAT64,
 * 6to4, Teredo) reach that address, so they are rejected.
 */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  // Converts ::ffff:127.0.0.1 to 127.0.0.1, which it connects to.
  const address = ipaddr.process(text)
  if (address.range() !== "unicast") return false
  return address instanceof IPv6
    ? address.match(GLOBAL_V6) && !OTHER_V6.some((range) => address.match(range))
    : !OTHER_V4.some((range) => address.match(range))
}

/**
 * Addresses in public ranges that a cloud platform serves inside its own network only, as documented by each platform.
 * Their other addresses (169.254.169.254, 100.100.100.200, 192.0.0.192, fd00:ec2::254) are in special-purpose ranges.
 */
const PLATFORM_V4 = [
  // Azure, "What is IP address 168.63.129.16?": the wire server and the platform's DNS.
  "168.63.129.16/32",
  // Google Cloud, "Configure Private Google Access": restricted.googleapis.com and private.googleapis.com.
  "199.36.153.4/30",
  "199.36.153.8/30",
  // IBM Cloud, "Service endpoints available for IBM Cloud VPC": infrastructure and cloud service endpoints.
  "161.26.0.0/16",
  "166.8.0.0/14",
  // Equinix Metal (Packet), "Metadata": metadata.platformequinix.com.
  "192.80.8.124/32"
]
// Google Cloud, "Configure Private Google Access": restricted.googleapis.com and private.googleapis.com.
const PLATFORM_V6 = ["2600:2d00:2:1000::/56", "2600:2d00:2:2000::/56"]

// IANA IPv4 Special-Purpose Address Registry: entries that the library's table lacks.
const OTHER_V4 = ["198.18.0.0/15", ...PLATFORM_V4].map((range) => IPv4.parseCIDR(range))

/** RFC 4291 section 2.4: the assigned global unicast range. */
const GLOBAL_V6 = IPv6.parseCIDR("2000::/3")

// IANA IPv6 Special-Purpose Address Registry: protocol assignments with Teredo among them, documentation, 6to4.
const OTHER_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", ...PLATFORM_V6].map((range) =>
  IPv6.parseCIDR(range)
)

/** Returns what is wrong with a URL, before its name is resolved. */
export const checkUrl = (text: string, mode: Mode, rules: Rules): UrlFault | undefined => {
  // The parser ignores tabs and line breaks and reads a backslash as a slash: such a text differs from its URL.
  if (text.length > 2048 || !SHAPE.test(text)) return "MALFORMED"
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.hostname === "") return "MALFORMED"
  const isFree = rules.isFree(mode)
  if (url.protocol !== "https:" && !(isFree && url.protocol === "http:")) return "SCHEME_NOT_HTTPS"
  if (url.username !== "" || url.password !== "" || authorityOf(text).includes("@")) return "HAS_CREDENTIALS"
  if (isFree) return undefined
  if (!rules.ports.has(portOf(url))) return "PORT_NOT_ALLOWED"
  const host = hostOf(url)
  if (isIP(host) !== 0) return isPublic(host) ? undefined : "ADDRESS_NOT_PUBLIC"
  return isPublicName(host) ? undefined : "NAME_NOT_PUBLIC"
}

/** The host without the brackets of an IPv6 address and without a trailing dot. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/gu, "").replace(/\.$/u, "")

export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === "https:" ? 443 : 80))

const SHAPE = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s\p{Cc}\p{Cs}\\]+$/u

const authorityOf = (text: string): string => /^[^:]+:\/\/([^/?#]*)/u.exec(text)?.[1] ?? ""

/** RFC 6761, RFC 6762, RFC 8375 and ICANN reserve names for private use. One without a dot is of a local network. */
const isPublicName = (name: string): boolean => name.includes(".") && !LOCAL.test(name)

const LOCAL = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|corp|intranet)$/u

/** The reason for a failed post, internal to this adapter. */
export class Fault extends Error {
  override readonly name = "Fault"
  readonly word: WebhookFaultWord

  constructor(word: WebhookFaultWord, cause?: unknown) {
    super(word, { cause })
    this.word = word
  }
}

export interface WebhookSenderOptions {
  /** Lets sandbox webhooks use http, any port and private addresses, for development. Without effect in production. */
  readonly allowPrivate?: boolean
  /** Ports that webhooks may be sent to. Default: 443 and 8443. */
  readonly ports?: ReadonlyArray<number>
  /** Returns every address of a name. Default: a query to the name servers of the system. */
  readonly resolve?: (name: string) => Promise<ReadonlyArray<string>>
  /** Certificates in PEM that are trusted instead of the system's. */
  readonly ca?: string
}

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

/**
 * The system resolver, which also reads the machine's own names. It blocks one of the process's four threads, so it is
 * not used for names that a platform provides.
 */
const bySystem = async (name: string): Promise<ReadonlyArray<string>> =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/** Uses no thread: a name whose server does not answer delays no other work. */
const byNameServers = async (name: string): Promise<ReadonlyArray<string>> => {
  // A new resolver each time, so that changed name servers are used.
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return [four, six].flatMap((found) => (found.status === "fulfilled" ? found.value : []))
}

/** The addresses of a name, resolved once: the connection uses those checked. All must be public. */
export const addressesOf = async (url: URL, mode: Mode, rules: Rules): Promise<ReadonlyArray<string>> => {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await rules.resolve(host, mode).catch(() => []) : [host]
  return rules.isFree(mode) || addresses.every(isPublic) ? addresses : []
}
