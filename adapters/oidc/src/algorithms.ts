/**
 * The asymmetric signature algorithms. Symmetric ones are excluded: a published key could then sign tokens.
 * Source: RFC 7518 section 3.1, RFC 8037 section 3.1.
 */
export const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA"
] as const

/** The name of an algorithm, as in the `alg` header of a token. */
export type Algorithm = (typeof ALGORITHMS)[number]

/** Whether a text names one of {@link ALGORITHMS}. */
export const isAlgorithm = (name: unknown): name is Algorithm => ALGORITHMS.some((known) => known === name)
