/** A signature algorithm. These options have no types of Effect, which a host need not compile. */
export type Algorithm = `${"RS" | "PS" | "ES"}${"256" | "384" | "512"}` | "EdDSA"

/** The algorithms of an issuer without `algorithms`. */
export const DEFAULT_ALGORITHMS: ReadonlyArray<Algorithm> = ["RS256", "ES256"]

/** A trusted issuer. */
export interface Issuer {
  /** The exact value of `iss`, and the issuer part of every identity. */
  readonly issuer: string
  /** Other values of `iss` that mean this issuer, such as the one without a scheme. */
  readonly aliases?: ReadonlyArray<string>
  /** The address of its key set. No other address is ever fetched, whatever a token contains. */
  readonly jwksUri: string
  /** The client ids of the host's applications at this issuer. */
  readonly audiences: ReadonlyArray<string>
  /** Default: RS256 and ES256. */
  readonly algorithms?: ReadonlyArray<Algorithm>
}

/** The part of the platform's `fetch` that a download uses. */
export type Fetch = (
  url: string,
  init: { readonly headers: { readonly accept: string }; readonly redirect: "error"; readonly signal: AbortSignal }
) => Promise<{ readonly status: number; readonly body: AsyncIterable<Uint8Array> | null }>

/** How key sets are fetched and cached. All times are in milliseconds. */
export interface KeySetOptions {
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

/** The trusted issuers, and how their key sets are fetched. */
export interface OidcOptions extends KeySetOptions {
  readonly issuers: ReadonlyArray<Issuer>
  /** How far the clock of an issuer may be ahead, for `iat` and `nbf`, in milliseconds. Default: 5,000; at most 60,000. */
  readonly clockSkew?: number
}
