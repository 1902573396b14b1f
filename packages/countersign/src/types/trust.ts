import type { OidcAlgorithm } from "./settings.ts"

/**
 * Configures which ceremonies are accepted. A passkey is bound to the relying party it was registered for, and works at
 * every origin of that relying party that is listed now: one that is removed from the list is refused.
 */
export interface PasskeyPolicy {
  /**
   * Relying party ids accepted at registration, such as `["example.com"]`.
   * `"any"` is for use outside production. It derives the id from the origin: its host, or a parent domain of two or
   * more labels. A native app's origin has no host, so it needs a list.
   */
  readonly rpIds: ReadonlyArray<string> | "any"
  /**
   * Origins accepted at registration and assertion, web and native app, compared as text: `https://app.example.com`,
   * `android:apk-key-hash:...`, `ios:bundle-id:...`. Or `"any"`: then a passkey works at the origin it was registered at.
   */
  readonly origins: ReadonlyArray<string> | "any"
  /**
   * Whether the authenticator must have verified its user, by PIN or biometrics. Default: true in production; in the
   * sandbox false, and `developmentDefaults` reports the difference.
   */
  readonly requireUserVerification?: boolean
  /**
   * Origins of the pages that may embed a ceremony. Default: none, so embedded ceremonies are rejected. An embedded
   * ceremony whose client does not report the embedding origin is always rejected.
   */
  readonly topOrigins?: ReadonlyArray<string>
}

/** An issuer of identity tokens. */
export interface OidcIssuer {
  /** The exact value of `iss`, and the issuer part of every identity. */
  readonly issuer: string
  /** Other values of `iss` that mean this issuer, such as the one without a scheme. */
  readonly aliases?: ReadonlyArray<string>
  /** The address of its key set. No other address is ever fetched, whatever a token contains. */
  readonly jwksUri: string
  /** The client ids of the host's applications at this issuer. */
  readonly audiences: ReadonlyArray<string>
  /** Default: RS256 and ES256. */
  readonly algorithms?: ReadonlyArray<OidcAlgorithm>
}

/** The part of the platform's `fetch` that downloads of keys use. */
export type Fetch = (
  url: string,
  init: { readonly headers: { readonly accept: string }; readonly redirect: "error"; readonly signal: AbortSignal }
) => Promise<{ readonly status: number; readonly body: AsyncIterable<Uint8Array> | null }>

/** The issuers that production accepts, and how their keys are fetched. */
export interface OidcOptions {
  readonly issuers: ReadonlyArray<OidcIssuer>
  /** How far the clock of an issuer may be ahead, for `iat` and `nbf`, in milliseconds. Default: 5,000; at most 60,000. */
  readonly clockSkew?: number
  /** Replaces the platform's `fetch`. It must support `redirect` and `signal`. */
  readonly fetch?: Fetch
  /** Timeout of one fetch, including its body. Default: 2,000. */
  readonly timeout?: number
  /**
   * Fetches the discovery documents and keys of issuers that only a platform's settings name. It must refuse addresses
   * that are not public. Absent, such issuers are not accepted.
   */
  readonly publicFetch?: Fetch
  /** Minimum time between two fetches from one issuer. Default: 30,000. */
  readonly cooldown?: number
  /** Age at which a key set is fetched again. Default: 600,000. */
  readonly maxAge?: number
  /** Maximum size of a key set in bytes. Default: 65,536. */
  readonly maxBytes?: number
  /** Maximum number of keys in a key set. Default: 100. */
  readonly maxKeys?: number
}
