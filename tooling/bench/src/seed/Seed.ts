import { createHash, generateKeyPairSync } from "node:crypto"
import { type Pair, pairOf } from "../native/native.ts"
import { listening } from "../server/ServerSpec.ts"
/** Somebody with a wallet: the ids that a server gave. The keys follow from the number of the subject. */
export interface Subject {
  readonly number: number
  readonly customerId: string
  readonly accountId: string
  readonly email: string
  readonly emailCredentialId: string
  readonly passkeyCredentialId: string
  readonly oauthCredentialId: string
  readonly sessionId: string
}

/** What a server tells the load: how to call it, and for whom. */
export interface Seed {
  /** The `authorization` of every call. */
  readonly authorization: string
  /** Uncompressed hex: signs the bundles that codes are sealed to. */
  readonly bundleSigner: string
  /** Where letters arrive. */
  readonly letters: number
  readonly issuer: Issuer
  readonly subjects: ReadonlyArray<Subject>
}

/** An OIDC issuer, and the key that its tokens are signed with: the load plays the issuer. */
export interface Issuer {
  readonly issuer: string
  readonly audience: string
  readonly keyId: string
  readonly privateKey: string
}

/** A platform, and the token that its backend calls with. */
export interface Platform {
  readonly platformId: string
  readonly tokenId: string
  readonly secret: string
}

/** The platform that the bench acts for. */
export const PLATFORM: Platform = { platformId: "bench", tokenId: "bench", secret: "bench-secret" }

/** How the backend of a platform calls. */
export const authorizationOf = ({ secret, tokenId }: Platform): string =>
  `Basic ${Buffer.from(`${tokenId}:${secret}`).toString("base64")}`
export const authorization = authorizationOf(PLATFORM)

/** Where users of the platform sign in with passkeys. */
export const RELYING_PARTY = { rpId: "app.example.com", origin: "https://app.example.com" } as const

/** Where the API stands. */
export const BASE_PATH = "/2025-10-13"

/** The endpoint of the host's own, behind a guard. */
export const OWN_ROUTE = "/payouts"

/**
 * Subjects of a server. An account that signs in over and over collects sessions, and a product that bounds them reads
 * them: with this many, an account has as few as a person has.
 */
export const SUBJECTS = 2048

/** The last of so many subjects are only read: what is listed of them does not grow in a run. */
export const readersAmong = (subjects: number): number => Math.min(64, Math.floor(subjects / 2))

/** How long a session of a subject lasts: longer than any run. */
export const SESSION_LIFETIME = 4 * 3_600_000

/** An issuer whose key set is served on loopback. */
export const startIssuer = async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const jwks = JSON.stringify({
    keys: [{ ...publicKey.export({ format: "jwk" }), kid: KEY_ID, use: "sig", alg: "RS256" }]
  })
  const { close, port } = await listening((_, response) => {
    response.setHeader("content-type", "application/json").end(jwks)
  })
  const issuer: Issuer = {
    issuer: "https://issuer.example.com",
    audience: "wallet-app",
    keyId: KEY_ID,
    privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString()
  }
  return { issuer, publicKey, jwksUri: `http://127.0.0.1:${port}/jwks`, close }
}

const KEY_ID = "bench-1"

/** The pair of a subject for one purpose: the same in every process, so that no key has to be sent. */
export const subjectPair = (purpose: "session" | "passkey", number: number): Pair =>
  pairOf(createHash("sha256").update(`${purpose} ${number}`).digest())

/** The WebAuthn id of a subject's passkey. */
export const passkeyIdOf = (number: number): string =>
  createHash("sha256").update(`passkey id ${number}`).digest("base64url")

/** The subject, at its issuer. */
export const oidcSubjectOf = (number: number): string => `subject-${number}`

/** The key that signs bundles, and the key that encrypts at rest: hex, the same in every server of a run. */
export const SERVICE_KEYS = {
  service: createHash("sha256").update("service").digest("hex"),
  vault: createHash("sha256").update("vault").digest("hex")
}
