import ipaddr from "ipaddr.js"

const { IPv4, IPv6 } = ipaddr

/**
 * Whether an address is one of the public internet. What is not plainly so is not: ranges that carry another address
 * inside (NAT64, 6to4, Teredo) lead wherever that one does.
 */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  // Unmaps ::ffff:127.0.0.1, which connects as 127.0.0.1 does.
  const address = ipaddr.process(text)
  if (address.range() !== "unicast") return false
  return address instanceof IPv6
    ? address.match(GLOBAL_V6) && !OTHER_V6.some((range) => address.match(range))
    : !OTHER_V4.some((range) => address.match(range))
}

// IANA IPv4 Special-Purpose Address Registry: what the library's table lacks.
const OTHER_V4 = ["198.18.0.0/15"].map((range) => IPv4.parseCIDR(range))

/** RFC 4291 section 2.4: all that is assigned as global unicast. */
const GLOBAL_V6 = IPv6.parseCIDR("2000::/3")

// IANA IPv6 Special-Purpose Address Registry: protocol assignments with Teredo among them, documentation, 6to4.
const OTHER_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map((range) => IPv6.parseCIDR(range))
