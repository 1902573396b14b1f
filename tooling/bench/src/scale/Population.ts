import { createECDH, createHash } from "node:crypto"
import { type PublicKey, publicKeyOf } from "@countersign/wire"

/** The sizes and the start time of a seeded database. Every record follows from them. */
export interface Population {
  readonly sessions: number
  /** Consumed signed requests that have not been swept yet. Default: one per session. */
  readonly requests: number
  /** Wallets, each with its customer and one credential. Three wallets have ten sessions. */
  readonly accounts: number
  /** Record `n` of each kind was created `n` milliseconds after this time. */
  readonly since: number
}

export const populationOf = (sessions: number, since: number, requests = sessions): Population => ({
  sessions,
  requests,
  accounts: Math.ceil(sessions * 0.3),
  since
})

/** The platforms that the wallets are spread over. */
export const PLATFORMS = ["p0", "p1", "p2", "p3"] as const

/** The credential types, assigned to wallets in turn. */
export const TYPES = ["EMAIL_OTP", "PASSKEY", "OAUTH"] as const
export type SeededType = (typeof TYPES)[number]

/** The kind of record that an id belongs to. The digits are part of the id, so no two kinds share an id. */
export const FAMILIES = { customer: "001", account: "002", credential: "003", session: "004", request: "005" } as const
export type Family = keyof typeof FAMILIES

/** The v7 UUID of record `n`: its millisecond, its kind and its number. */
export const uuidOf = ({ since }: Pick<Population, "since">, family: Family, n: number): string => {
  const time = (since + n).toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${FAMILIES[family]}-8000-${n.toString(16).padStart(12, "0")}`
}

/** The public keys of seeded sessions and passkeys. Four are enough, because a lookup uses the account and the key. */
export const KEYS = [seededKey(0), seededKey(1), seededKey(2), seededKey(3)] as const

function seededKey(n: number): { readonly privateKey: Uint8Array; readonly publicKey: PublicKey } {
  const privateKey = createHash("sha256").update(`seeded key ${n}`).digest()
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

/** Session `n` of a population, and its wallet. */
export const holderOf = (population: Population, n: number) => {
  const wallet = n % population.accounts
  const id = (family: Family, number = wallet) => uuidOf(population, family, number)
  const key = KEYS[Math.floor(n / population.accounts) % KEYS.length]
  const platform = PLATFORMS[wallet % PLATFORMS.length]
  const type = TYPES[wallet % TYPES.length]
  if (key === undefined || platform === undefined || type === undefined) throw new Error("scale: no such session")
  return {
    platform,
    type,
    key,
    customerId: `Customer:${id("customer")}`,
    accountId: `InternalAccount:${id("account")}`,
    credentialId: `AuthMethod:${id("credential")}`,
    sessionId: `Session:${id("session", n)}`,
    /** The `sub` claim of its tokens, for OIDC. */
    subject: id("account"),
    /** The WebAuthn id of its passkey, for a passkey. */
    passkeyId: id("credential").replaceAll("-", "")
  }
}
export type Holder = ReturnType<typeof holderOf>

/** The issuer and the audience of the seeded OIDC identities. */
export const OIDC = { issuer: "https://accounts.google.com", audience: "app" } as const

/** The relying party of the seeded passkeys. */
export const RELYING_PARTY = { id: "app.example.com", origin: "https://app.example.com" } as const

export const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest()

const scalar = KEYS[0].privateKey
const pair = createECDH("prime256v1")
pair.setPrivateKey(scalar)
const [x, y] = [pair.getPublicKey().subarray(1, 33), pair.getPublicKey().subarray(33)]

/** The key pair that all seeded passkeys share. */
export const AUTHENTICATOR = {
  kty: "EC",
  crv: "P-256",
  x: x.toString("base64url"),
  y: y.toString("base64url"),
  d: Buffer.from(scalar).toString("base64url")
}

/** The public key in COSE format (RFC 9053, section 7.1.1): EC2, ES256, P-256, x and y. */
export const COSE_KEY = Buffer.concat([
  Buffer.from("a5010203262001215820", "hex"),
  x,
  Buffer.from("225820", "hex"),
  y
]).toString("base64url")
