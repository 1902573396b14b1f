/** Addresses in public ranges that belong to a cloud platform (FL5): the first and the last of each range. */
export const platformAddresses: ReadonlyArray<string> = [
  ...["168.63.129.16", "199.36.153.4", "199.36.153.7", "199.36.153.8", "199.36.153.11", "192.80.8.124"],
  ...["161.26.0.0", "161.26.0.10", "161.26.255.255", "166.8.0.0", "166.11.255.255"],
  ...["2600:2d00:2:1000::", "2600:2d00:2:10ff:ffff:ffff:ffff:ffff", "2600:2d00:2:2000::"],
  ...["2600:2d00:2:20ff:ffff:ffff:ffff:ffff", "::ffff:168.63.129.16"]
]

/** The adjacent addresses, which are ordinary public ones. */
export const neighbours: ReadonlyArray<string> = [
  ...["168.63.129.15", "168.63.129.17", "199.36.153.3", "199.36.153.12", "192.80.8.123", "192.80.8.125"],
  ...["161.25.255.255", "161.27.0.0", "166.7.255.255", "166.12.0.0"],
  ...["2600:2d00:2:fff::1", "2600:2d00:2:1100::", "2600:2d00:2:1fff::1", "2600:2d00:2:2100::"]
]

/** Hosts that lead to a non-public address, in various spellings. */
const hosts = [
  ...["127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "127.0.0.1.", "0x7f.1", "0x7f000001", "2130706433"],
  ...["017700000001", "0177.0.0.1", "0x7f.0x0.0x0.0x1", "①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1"],
  ...["localhost", "localhost.", "LOCALHOST", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "foo.localhost", "foo.localhost."],
  ...["0.0.0.0", "0", "0x0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ...["169.254.169.254", "0xa9fea9fe", "2852039166", "100.64.0.1", "100.100.100.200", "192.0.0.192"],
  ...["198.18.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "192.88.99.1"],
  ...["224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"],
  ...["[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::127.0.0.1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
  ...["[::ffff:10.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::169.254.169.254]"],
  ...["[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:a9fe:a9fe::]", "[2001:0:7f00:1::]", "[2001:db8::1]"],
  ...["[2001:2::1]", "[3fff::1]", "[100::1]", "[fe80::1]", "[fec0::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]"],
  ...platformAddresses.map((address) => (address.includes(":") ? `[${address}]` : address)),
  ...["0xa83f8110", "2822734096", "0250.077.0201.020", "168.63.33040"],
  ...["metadata.google.internal", "host.docker.internal", "printer.local", "router", "nas.home.arpa"]
]

const tricks = (at: string) => [
  `https://user:pass@127.0.0.1${at}/`,
  `https://hooks.example.com@127.0.0.1${at}/`,
  `https://@127.0.0.1${at}/`,
  `https://127.0.0.1${at}\\@hooks.example.com/`,
  `https://hooks.example.com\t@127.0.0.1${at}/`,
  `https://127.0.0.1${at}#@hooks.example.com/`,
  `https://127.0.0.1${at}?@hooks.example.com/`,
  `http://127.0.0.1${at}/`,
  `https:127.0.0.1${at}/`,
  `https:///127.0.0.1${at}/`,
  ` https://127.0.0.1${at}/`,
  `//127.0.0.1${at}/`,
  `ftp://127.0.0.1${at}/`,
  `gopher://127.0.0.1${at}/`,
  "file:///etc/passwd",
  "javascript:alert(1)",
  "https://",
  ""
]

/** A text that would inject a header if it were not rejected (W13). */
export const injections = [
  "https://hooks.example.com/\r\nX-Injected: yes",
  "https://hooks.example.com\r\nHost: inner/",
  "https://hooks.example.com/\nX-Injected: yes",
  "https://hooks.example.com/\u0000",
  "https://hooks.example.com/\u2028a b"
]

/** More than 60 URLs. With `port`, each contains that port. */
export const hostileUrls = (port?: number): ReadonlyArray<string> => {
  const at = port === undefined ? "" : `:${port}`
  return [...hosts.map((host) => `https://${host}${at}/hook`), ...tricks(at)]
}
