/**
 * The asymmetric algorithms, and the keys that each is made with. A symmetric one is not among them: with it, whoever
 * reads a published key could sign. Source: RFC 7518 section 3.1, RFC 8037 section 3.1.
 */
export const ALGORITHMS = {
  RS256: { kty: "RSA" },
  RS384: { kty: "RSA" },
  RS512: { kty: "RSA" },
  PS256: { kty: "RSA" },
  PS384: { kty: "RSA" },
  PS512: { kty: "RSA" },
  ES256: { kty: "EC", crv: "P-256" },
  ES384: { kty: "EC", crv: "P-384" },
  ES512: { kty: "EC", crv: "P-521" },
  EdDSA: { kty: "OKP", crv: "Ed25519" }
} as const

/** The name of an algorithm, as the `alg` of a token has it. */
export type Algorithm = keyof typeof ALGORITHMS

/** Whether a text names one of {@link ALGORITHMS}. */
export const isAlgorithm = (name: unknown): name is Algorithm =>
  typeof name === "string" && Object.hasOwn(ALGORITHMS, name)
