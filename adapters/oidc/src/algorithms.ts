import { OidcAlgorithm } from "@countersign/core"
import { Schema } from "@countersign/core/effect"

/** The asymmetric signature algorithms. */
export const ALGORITHMS = OidcAlgorithm.literals

/** The name of an algorithm, as in the `alg` header of a token. */
export type Algorithm = OidcAlgorithm

/** Whether a text names one of {@link ALGORITHMS}. */
export const isAlgorithm = Schema.is(OidcAlgorithm)
