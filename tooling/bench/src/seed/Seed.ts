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
