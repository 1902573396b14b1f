export interface Entry {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 429 | 500 | 503
  /** Clients match on this; it never changes once published. */
  readonly code: string
  /** What happened, and what to do. */
  readonly message: string
  /** The failed check in a few words, for people and logs. */
  readonly reason?: string
  /** The failed check as a constant, for programs. */
  readonly check?: string
}

/** A 401: all share one code, so `check` and `reason` tell them apart. */
export const unauthorized = (check: string, reason: string, message: string): Entry => ({
  status: 401,
  code: "UNAUTHORIZED",
  check,
  reason,
  message
})
