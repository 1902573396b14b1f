import { createECDH, createHash } from "node:crypto"
import { type PublicKey, publicKeyOf } from "@countersign/wire"

/** How many of each stand in a seeded database, and since when: enough to spell any record of it. */
export interface Population {
  readonly sessions: number
  /** Requests that were signed for and wait to be swept: one a session, unless said otherwise. */
  readonly requests: number
  /** Wallets, each with its customer and one credential; three for ten sessions. */
  readonly accounts: number
  /** Record `n` of each kind was made `n` milliseconds after this. */
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

/** Which credential a wallet has, by its number. */
export const TYPES = ["EMAIL_OTP", "PASSKEY", "OAUTH"] as const
export type SeededType = (typeof TYPES)[number]

/** What an id is the id of. The digits stand in it, so that no two kinds share one. */
export const FAMILIES = { customer: "001", account: "002", credential: "003", session: "004", request: "005" } as const
export type Family = keyof typeof FAMILIES

/** The v7 UUID of record `n`: its millisecond, what it is, and its number. */
export const uuidOf = ({ since }: Pick<Population, "since">, family: Family, n: number): string => {
  const time = (since + n).toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${FAMILIES[family]}-8000-${n.toString(16).padStart(12, "0")}`
}

/** The keys that seeded sessions and passkeys hold. Few are enough: a session is found by its account and its key. */
export const KEYS = [seededKey(0), seededKey(1), seededKey(2), seededKey(3)] as const

function seededKey(n: number): { readonly privateKey: Uint8Array; readonly publicKey: PublicKey } {
  const privateKey = createHash("sha256").update(`seeded key ${n}`).digest()
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

/** Session `n` of a population, and the wallet that it is of. */
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
    /** The `sub` of its tokens, where it signs in by OIDC. */
    subject: id("account"),
    /** What its authenticator calls the passkey, where it has one. */
    passkeyId: id("credential").replaceAll("-", "")
  }
}
export type Holder = ReturnType<typeof holderOf>

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
