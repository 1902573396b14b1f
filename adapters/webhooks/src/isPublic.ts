import ipaddr from "ipaddr.js"

/**
 * Whether an address is one of the public internet. What is not plainly so is not: ranges that carry another address
 * inside (NAT64, 6to4, Teredo) lead wherever that one does.
 */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  // Unmaps ::ffff:127.0.0.1, which connects as 127.0.0.1 does.
  const address = ipaddr.process(text)
  return address.range() === "unicast" && ipaddr.subnetMatch(address, RANGES, "special") === "global"
}

// The first range that matches counts.
const RANGES = {
  // IANA special-purpose address registries: benchmarks, protocol assignments with Teredo among them, documentation, 6to4.
  special: ["198.18.0.0/15", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map((range) =>
    ipaddr.parseCIDR(range)
  ),
  // RFC 4291 section 2.4: all that is assigned as global unicast.
  global: ["0.0.0.0/0", "2000::/3"].map((range) => ipaddr.parseCIDR(range))
}
