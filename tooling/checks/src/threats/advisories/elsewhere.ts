import type { Advisory } from "./Advisory.ts"

/** Advisories of identity servers, and of libraries that servers depend on. */
export const elsewhere: ReadonlyArray<Advisory> = [
  {
    id: "CVE-2025-64767",
    library: "@hpke/core 1.7.5",
    cause: "concurrent seals on one context reused an AEAD nonce",
    lesson: "one-shot contexts, minimum version",
    rows: ["K11"]
  },
  {
    id: "hpke-rs advisories 2026",
    library: "hpke-rs",
    cause: "32-bit sequence wrapped (nonce reuse); all-zero DH not refused",
    lesson: "vectors plus negative vectors",
    rows: ["K10", "K11"]
  },
  {
    id: "CVE-2026-32887",
    library: "effect 3.20.0",
    cause: "fibers of one request ran in another's async context",
    lesson: "regression on v4",
    rows: ["D12"]
  },
  {
    id: "GHSA-6hxq-p678-4hr2",
    library: "@simplewebauthn/server 13.3.2",
    cause: 'crafted x5c carried its own "root"',
    lesson: "minimum version; attestation untrusted by default",
    rows: ["P12"]
  },
  {
    id: "YSA-2026-02 (7.7)",
    library: "java-webauthn-server 2.8.0-2.8.1",
    cause: "a user without credentials could be impersonated",
    lesson: "empty allow-list means refuse",
    rows: ["P9"]
  },
  {
    id: "CVE-2026-8830",
    library: "Keycloak",
    cause: "WebAuthn policy enforced only in browser code",
    lesson: "server re-checks",
    rows: ["P3", "P13"]
  },
  {
    id: "CVE-2026-37982",
    library: "Keycloak",
    cause: "e-mailed action token replayed to add an authenticator",
    lesson: "single use on enrolment",
    rows: ["P15", "R1"]
  },
  {
    id: "Keycloak 49920, 49921 (no CVE)",
    library: "26.6.5",
    cause: "counter stored as old+1; challenge left in session",
    lesson: "store the asserted value; consume challenge",
    rows: ["P5", "P6"]
  },
  {
    id: "CVE-2026-9798",
    library: "Keycloak",
    cause: "one flow ignored the lockout",
    lesson: "lock applies on every path of the credential",
    rows: ["O1"]
  },
  {
    id: "GHSA-gv94-wp4h-vv8p",
    library: "Keycloak",
    cause: "lenient Authorization parsing",
    lesson: "strict Basic",
    rows: ["H2"]
  },
  {
    id: "CVE-2024-45042",
    library: "Ory Kratos 1.3.0",
    cause: "code-only users had their assurance level stored too low, so the second step was skipped",
    lesson: "do not derive a duty from a cached level",
    rows: ["S9", "O7"]
  },
  {
    id: "Ory v26.2.5 (no CVE)",
    library: "Kratos/Hydra/Oathkeeper",
    cause: "package-level error objects mutated per request leaked details",
    lesson: "immutable errors",
    rows: ["D12"]
  },
  {
    id: "Hanko PR 2464 (no CVE)",
    library: "2026-03",
    cause: "sign counter was not checked at all before",
    lesson: "a conformance vector for it must exist",
    rows: ["P5"]
  },
  {
    id: "CVE-2026-31813",
    library: "Supabase Auth 2.185.0",
    cause: "token checked against the attacker's own issuer",
    lesson: "issuer allow-list",
    rows: ["J4", "J6"]
  },
  {
    id: "GHSA-3529-5m8x-rpv3",
    library: "Supabase Auth 2.163.1",
    cause: "X-Forwarded-Host chose the link in the mail",
    lesson: "no host header in mail",
    rows: ["H15"]
  },
  {
    id: "CVE-2026-49757 (9.2)",
    library: "ash_authentication",
    cause: "user matched by email instead of issuer and subject",
    lesson: "email is never an identity",
    rows: ["J6"]
  },
  {
    id: "CVE-2026-35597",
    library: "Vikunja",
    cause: "lockout write rolled back with the failed login",
    lesson: "counter in its own commit",
    rows: ["O4"]
  },
  {
    id: "CVE-2026-27801",
    library: "Vaultwarden 1.35.0",
    cause: "attempt counter raised in memory, never saved",
    lesson: "counter stored before the compare",
    rows: ["O2", "O4"]
  },
  {
    id: "CVE-2024-28176",
    library: "jose 4.15.5 / 2.0.7",
    cause: "JWE decompression bomb",
    lesson: "never decrypt JWE",
    rows: ["J2"]
  },
  {
    id: "CVE-2026-22817 / 22818",
    library: "hono 4.11.4",
    cause: "header alg used when the JWK had none",
    lesson: "explicit algorithm list",
    rows: ["J1"]
  },
  {
    id: "CVE-2026-34950 (after CVE-2023-48223)",
    library: "fast-jwt",
    cause: "key-type test by regex beaten by a leading space",
    lesson: "key type from the key object",
    rows: ["J1"]
  },
  {
    id: "CVE-2025-54419",
    library: "@node-saml/node-saml 5.1.0 (passport-saml)",
    cause: "claims read from the unsigned original document",
    lesson: "read only the bytes that were verified",
    rows: ["R10"]
  },
  {
    id: "CVE-2025-47949",
    library: "samlify",
    cause: "signature wrapping",
    lesson: "read only the bytes that were verified",
    rows: ["R10"]
  },
  {
    id: "CVE-2025-25200, CVE-2024-45590, CVE-2024-45296",
    library: "koa 2.15.4, body-parser 1.20.3, path-to-regexp 0.1.10/8",
    cause: "ReDoS in forwarded headers; url-encoded bomb; route ReDoS",
    lesson: "minimum versions; JSON parser only",
    rows: ["H8", "H13", "H14"]
  },
  {
    id: "CVE-2025-14874",
    library: "nodemailer 7 line",
    cause: "address parser: CPU burn and mail to an unintended domain",
    lesson: "one validated address, given as data",
    rows: ["O11"]
  },
  {
    id: "CVE-2026-43929, CVE-2026-44232",
    library: "ssrfcheck (no fix), dssrf 1.3.0",
    cause: "v4-mapped IPv6 and all IPv6 passed",
    lesson: "check parsed addresses after resolution",
    rows: ["W1", "W2"]
  },
  {
    id: "elliptic: 5 CVEs",
    library: "partly unfixed",
    cause: "found by running Wycheproof",
    lesson: "run it in CI",
    rows: ["K3", "K4"]
  }
]
