/** Something that went wrong in comparable software. */
export interface Advisory {
  readonly id: string
  /** The library, and the version without it. */
  readonly library: string
  readonly cause: string
  readonly lesson: string
  /** The threats that hold against it. Each has to have a test. */
  readonly rows: ReadonlyArray<string>
}

/** What others learned the hard way, since 2023. */
export const advisories: ReadonlyArray<Advisory> = [
  {
    id: "GHSA-7w99-5wm4-3g79",
    library: "better-auth 1.6.11",
    cause: "find-then-delete let two concurrent redemptions of one code both issue tokens",
    lesson: "our requestId, exactly",
    rows: ["R2", "D1"]
  },
  {
    id: "GHSA-392p-2q2v-4372",
    library: "@better-auth/oauth-provider 1.6.11",
    cause: 'two parallel refreshes both passed the "revoked" check and forked the family',
    lesson: "refresh races",
    rows: ["S2", "S3"]
  },
  {
    id: "GHSA-hc7v-rggr-4hvx and GHSA-hc7v-x88r-fmh4",
    library: "better-auth",
    cause: "magic-link token not consumed atomically on first verify",
    lesson: "OTP bundle single use",
    rows: ["O5", "R2"]
  },
  {
    id: "GHSA-8c5h-wx78-2cfg",
    library: "@better-auth/sso",
    cause: "domain proof finished after the domain had been changed in between",
    lesson: "state re-checked in the commit",
    rows: ["R3", "R9", "X11"]
  },
  {
    id: "GHSA-4vcf-q4xf-f48m",
    library: "@better-auth/passkey",
    cause: "passkey delete/update by id without owner check",
    lesson: "ownership in the WHERE clause",
    rows: ["H3", "S5"]
  },
  {
    id: "CVE-2025-61928",
    library: "better-auth 1.3.26",
    cause: "no session plus a userId in the body made the body the identity",
    lesson: "identity never from body",
    rows: ["H3", "R5"]
  },
  {
    id: "GHSA-xg6x-h9c9-2m83",
    library: "better-auth 1.4.9",
    cause: "session cached as valid before the second step",
    lesson: "no active session before leg 2",
    rows: ["O7", "S9"]
  },
  {
    id: "CVE-2026-45337",
    library: "better-auth 1.6.11",
    cause: "any logged-in user could approve a pending device code with no owner yet",
    lesson: "pending rows always have an owner",
    rows: ["R5"]
  },
  {
    id: "CVE-2026-45364",
    library: "better-auth 1.4.17",
    cause: "rate limit keyed by raw IPv6 text",
    lesson: "canonical /64",
    rows: ["H15"]
  },
  {
    id: "GHSA-g38m-r43w-p2q7",
    library: "better-auth 1.6.11",
    cause: "OAuth account linked to an unverified local user by email",
    lesson: "identity is (iss, aud, sub)",
    rows: ["J6"]
  },
  {
    id: "GHSA-5rr4-8452-hf4v (critical)",
    library: "@better-auth/sso 1.6.11",
    cause: "provider URLs given by a user reached internal hosts",
    lesson: "no user-given issuer or JWKS URL",
    rows: ["J4", "W1"]
  },
  {
    id: "GHSA-2vg6-77g8-24mp",
    library: "better-auth 1.6.11",
    cause: "sessions outlived a deleted user",
    lesson: "cascade in one transaction",
    rows: ["S7"]
  },
  {
    id: "CVE-2025-71401",
    library: "better-auth 1.4.2",
    cause: "first request could poison the base path",
    lesson: "no lazy config from requests",
    rows: ["H15"]
  },
  {
    id: "GHSA-7rqj-j65f-68wh",
    library: "@auth/core 0.41.3, next-auth 4.24.15",
    cause: "email validated before Unicode normalisation",
    lesson: "normalise, then validate",
    rows: ["O11"]
  },
  {
    id: "GHSA-xmf8-cvqr-rfgj",
    library: "@auth/core 0.41.3, next-auth 4.24.15",
    cause: "malformed Authorization header threw",
    lesson: "401, not 500",
    rows: ["H2"]
  },
  {
    id: "GHSA-x445-f3h2-j279",
    library: "@auth/core 0.41.3, next-auth 4.24.15",
    cause: "check state not bound to its provider",
    lesson: "pending bound to operation and credential",
    rows: ["R4", "J6"]
  },
  {
    id: "GHSA-8fpg-xm3f-6cx3",
    library: "next-auth 5 beta 32",
    cause: "configuration error made checks fail open",
    lesson: "start-up refuses bad config; errors deny",
    rows: ["D11", "B1"]
  },
  {
    id: "CVE-2023-48309",
    library: "next-auth 4.24.5",
    cause: "a token minted for a half-finished flow worked as a session",
    lesson: "typed tokens; verificationToken is no session",
    rows: ["O7"]
  },
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
