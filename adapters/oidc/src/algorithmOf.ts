import { OidcTokenRefused } from "@countersign/core"
import { Result } from "effect"
import { type Algorithm, isAlgorithm } from "./algorithms.ts"

/**
 * The algorithm of a token, from a header that asks for nothing else. A key or the address of one in it (`jwk`, `jku`,
 * `x5c`, `x5u`) is not looked at, as RFC 8725 section 3.10 advises.
 */
export const algorithmOf = (
  header: Readonly<Record<string, unknown>>,
  allowed: ReadonlySet<Algorithm>
): Result.Result<Algorithm, OidcTokenRefused> => {
  const { alg, typ = "JWT" } = header
  const isPlain = isAlgorithm(alg) && allowed.has(alg) && !DEMANDS.some((name) => Object.hasOwn(header, name))
  if (!isPlain || typeof typ !== "string" || !TYPES.test(typ)) {
    return Result.fail(new OidcTokenRefused({ check: "algorithm" }))
  }
  return Result.succeed(alg)
}

/** RFC 7515 section 4.1.11: who does not understand a critical extension refuses. We understand none, nor RFC 7797's. */
const DEMANDS = ["crit", "b64"]

/** RFC 8725 section 3.11: another type is another kind of token, such as an access or logout token of the same issuer. */
const TYPES = /^(application\/)?jwt$/iu
