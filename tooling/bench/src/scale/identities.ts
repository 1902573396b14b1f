import { createECDH, createHash } from "node:crypto"
import { KEYS } from "./Population.ts"

/** Who the seeded identities of OIDC were issued by, and to. */
export const OIDC = { issuer: "https://accounts.google.com", audience: "app" } as const

/** Where the seeded passkeys were made. */
export const RELYING_PARTY = { id: "app.example.com", origin: "https://app.example.com" } as const

export const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest()

const scalar = KEYS[0].privateKey
const pair = createECDH("prime256v1")
pair.setPrivateKey(scalar)
const [x, y] = [pair.getPublicKey().subarray(1, 33), pair.getPublicKey().subarray(33)]

/** The key that all seeded passkeys are on, with its private half. */
export const AUTHENTICATOR = {
  kty: "EC",
  crv: "P-256",
  x: x.toString("base64url"),
  y: y.toString("base64url"),
  d: Buffer.from(scalar).toString("base64url")
}

/** Its public half as COSE spells it (RFC 9053, section 7.1.1): EC2, ES256, P-256, x and y. */
export const COSE_KEY = Buffer.concat([
  Buffer.from("a5010203262001215820", "hex"),
  x,
  Buffer.from("225820", "hex"),
  y
]).toString("base64url")
