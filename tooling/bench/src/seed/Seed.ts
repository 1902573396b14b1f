import { generateKeyPairSync } from "node:crypto"
import { listening } from "@countersign/harness/listening"
import { type Pair, pairOf, sha256, sha256Hex } from "../native/native.ts"

type Assigned =
  | "accountId"
  | "customerId"
  | "emailCredentialId"
  | "oauthCredentialId"
  | "passkeyCredentialId"
  | "sessionId"

/** A customer with a wallet: the ids that a server assigned. The keys follow from the number of the subject. */
export interface Subject extends Readonly<Record<Assigned | "email", string>> {
  readonly number: number
}

/** The data that a server passes to the load: how to call it, and for which subjects. */
export interface Seed {
  /** The `authorization` header of every call. */
  readonly authorization: string
  /** Uncompressed hex. Verifies the bundles that codes are encrypted to. */
  readonly bundleSigner: string
  /** The port on which e-mails arrive. */
  readonly letters: number
  readonly issuer: Issuer
  readonly subjects: ReadonlyArray<Subject>
}

/** An OIDC issuer and its signing key. The load acts as the issuer. */
export type Issuer = Readonly<Record<"audience" | "issuer" | "keyId" | "privateKey", string>>

/** A platform, and the API token of its backend. */
export type Platform = Readonly<Record<"platformId" | "secret" | "tokenId", string>>

export const PLATFORM: Platform = { platformId: "bench", tokenId: "bench", secret: "bench-secret" }

export const authorizationOf = ({ secret, tokenId }: Omit<Platform, "platformId">): string =>
  `Basic ${Buffer.from(`${tokenId}:${secret}`).toString("base64")}`
export const authorization = authorizationOf(PLATFORM)

export const RELYING_PARTY = { rpId: "app.example.com", origin: "https://app.example.com" } as const

export const BASE_PATH = "/2025-10-13"

/** The guarded endpoint of the host. */
export const OWN_ROUTE = "/payouts"

/**
 * Number of subjects of a server. An account that signs in repeatedly collects sessions, which slow down a product that
 * limits them. With this many subjects, each account has only a few sessions, as in production.
 */
export const SUBJECTS = 2048

/** The number of read-only subjects, which come last: their lists do not grow during a run. */
export const readersAmong = (subjects: number): number => Math.min(64, Math.floor(subjects / 2))

/** Lifetime of a subject's session in milliseconds, longer than any run. */
export const SESSION_LIFETIME = 4 * 3_600_000

/** Starts an issuer whose key set is served on loopback. */
export const startIssuer = async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const keys = [{ ...publicKey.export({ format: "jwk" }), kid: KEY_ID, use: "sig", alg: "RS256" }]
  const { close, port } = await listening((_, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify({ keys }))
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

/** The key pair of a subject for one purpose. It is derived, so every process has the same one. */
export const subjectPair = (purpose: "session" | "passkey", number: number): Pair =>
  pairOf(sha256(Buffer.from(`${purpose} ${number}`)))

/** The WebAuthn id of a subject's passkey. */
export const passkeyIdOf = (number: number): string => sha256(Buffer.from(`passkey id ${number}`)).toString("base64url")

/** The `sub` claim of a subject at its issuer. */
export const oidcSubjectOf = (number: number): string => `subject-${number}`

/** The key that signs bundles, and the key that encrypts at rest, in hex: the same in every server of a run. */
export const SERVICE_KEYS = { service: sha256Hex("service"), vault: sha256Hex("vault") }
