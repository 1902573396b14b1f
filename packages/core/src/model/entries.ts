/**
 * What a caller is told when a program refuses: the entry of a refusal in the catalogue (I16). It is a static field of the
 * refusal's class and knows nothing of HTTP: packages/http derives the status from `kind`.
 */
export interface CatalogueEntry {
  readonly kind: "invalid" | "unauthorized" | "forbidden" | "missing" | "conflict" | "gone" | "limited" | "unavailable"
  /** Clients match on this; it never changes once published. */
  readonly code: string
  /** What happened, and what to do. */
  readonly message: string
  /** The failed check in a few words, for people and logs. */
  readonly reason?: string
  /** The failed check as a constant, for programs. */
  readonly check?: string
}

/** A refusal with a code of its own. An empty `reason` is none. */
export const entry = (kind: CatalogueEntry["kind"], code: string, reason: string, message: string): CatalogueEntry => ({
  kind,
  code,
  message,
  ...(reason === "" ? {} : { reason })
})

/** The call has a value that is not accepted. */
export const invalid = (reason: string, message: string): CatalogueEntry =>
  entry("invalid", "INVALID_INPUT", reason, message)

/** No resource has this id. */
export const missing = (message: string): CatalogueEntry => entry("missing", "REFERENCE_NOT_FOUND", "", message)

/** The state of the resource does not permit the call. */
export const conflict = (reason: string, message: string): CatalogueEntry =>
  entry("conflict", "CONFLICT", reason, message)

/** A proof is missing or is not accepted. All share one code, so `check` and `reason` distinguish them. */
export const unauthorized = (check: string, reason: string, message: string): CatalogueEntry => ({
  ...entry("unauthorized", "UNAUTHORIZED", reason, message),
  check
})
