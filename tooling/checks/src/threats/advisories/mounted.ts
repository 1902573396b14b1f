import type { Advisory } from "./Advisory.ts"

/** Advisories of libraries that a platform mounts in its backend, as it mounts this one. */
export const inMounted: ReadonlyArray<Advisory> = [
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
  }
]
