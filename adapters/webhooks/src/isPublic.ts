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

/**
 * Addresses in public ranges that a cloud platform answers itself, from inside its own network only. The platform's
 * documentation names each. Its other addresses (169.254.169.254, 100.100.100.200, 192.0.0.192, fd00:ec2::254) are in
 * special-purpose ranges.
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

// IANA IPv4 Special-Purpose Address Registry: what the library's table lacks.
const OTHER_V4 = ["198.18.0.0/15", ...PLATFORM_V4].map((range) => IPv4.parseCIDR(range))

/** RFC 4291 section 2.4: all that is assigned as global unicast. */
const GLOBAL_V6 = IPv6.parseCIDR("2000::/3")

// IANA IPv6 Special-Purpose Address Registry: protocol assignments with Teredo among them, documentation, 6to4.
const OTHER_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", ...PLATFORM_V6].map((range) =>
  IPv6.parseCIDR(range)
)
