import { isIP } from "node:net"
import type { Mode, UrlFault } from "@countersign/core"
import { isPublic } from "./isPublic.ts"
import type { Rules } from "./Rules.ts"

/** What is wrong with an address before anybody is asked where its name leads. */
export const judgeUrl = (text: string, mode: Mode, rules: Rules): UrlFault | undefined => {
  // The parser passes over tabs and line breaks, and reads a backslash as a slash: such a text is not what it seems.
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

/** The host without the brackets of an IPv6 address and without the dot of the root. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/gu, "").replace(/\.$/u, "")

export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === "https:" ? 443 : 80))

const SHAPE = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s\p{Cc}\p{Cs}\\]+$/u

const authorityOf = (text: string): string => /^[^:]+:\/\/([^/?#]*)/u.exec(text)?.[1] ?? ""

/** RFC 6761, RFC 6762, RFC 8375, and what ICANN keeps for private use; a name without a dot is one of a local network. */
const isPublicName = (name: string): boolean => name.includes(".") && !LOCAL.test(name)

const LOCAL = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|corp|intranet)$/u
