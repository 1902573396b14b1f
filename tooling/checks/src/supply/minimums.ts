/** The versions of a package that may be installed. */
export interface Minimum {
  readonly name: string
  /** The first good version of each line that has one, the newest line last. None: no version is good. */
  readonly least: ReadonlyArray<string>
  /** What the versions before it had. */
  readonly because: string
  /** The workspaces that may depend on it; all of them where it is left out. */
  readonly only?: ReadonlyArray<string>
}

/** What advisories taught, as versions. `npm audit` needs a service; this needs the lock file. */
export const minimums: ReadonlyArray<Minimum> = [
  { name: "@hpke/core", least: ["1.7.5"], because: "CVE-2025-64767: concurrent seals used one nonce twice" },
  {
    name: "@simplewebauthn/server",
    least: ["13.3.2"],
    because: "GHSA-6hxq-p678-4hr2: a crafted x5c carried its own root"
  },
  { name: "jose", least: ["2.0.7", "4.15.5"], because: "CVE-2024-28176: a JWE unpacked without a bound" },
  { name: "effect", least: ["3.20.0"], because: "CVE-2026-32887: fibers ran in the context of another request" },
  { name: "koa", least: ["2.15.4"], because: "CVE-2025-25200: ReDoS in forwarded headers" },
  { name: "body-parser", least: ["1.20.3"], because: "CVE-2024-45590: a url-encoded body that takes a CPU down" },
  { name: "path-to-regexp", least: ["0.1.13", "8.0.0"], because: "CVE-2024-45296 and its kin: ReDoS in routes" },
  {
    name: "nodemailer",
    least: ["7.0.7"],
    because: "CVE-2025-14874: addresses that lead elsewhere, and a parser that takes a CPU down",
    only: ["adapters/smtp"]
  },
  { name: "elliptic", least: [], because: "five advisories, some of them without a fix" },
  { name: "ssrfcheck", least: [], because: "CVE-2026-43929: addresses of IPv6 pass, and there is no fix" },
  { name: "dssrf", least: ["1.3.0"], because: "CVE-2026-44232: addresses of IPv6 pass" }
]
