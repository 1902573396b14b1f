/**
 * The most that an API token with the scope of an endpoint achieves by it against an end user whose wallet has credentials
 * (I18): the row of the endpoint in SECURITY.md. Endpoints of one scope with the same row share a line there.
 */
export interface TokenAlone {
  readonly achieves: string
  readonly because: string
  /** The collections in which it writes records of the end user. A test makes the call and compares all records. */
  readonly writes: ReadonlyArray<string>
}

/** Of an endpoint that only reads. */
export const reads: TokenAlone = {
  achieves: "Reads what the platform may read.",
  because:
    "No reply contains a code, a session key or a wallet's recovery phrase. Without MANAGE, the webhook endpoint has only its origin.",
  writes: []
}

/** Of a signed retry. */
export const toSign: TokenAlone = {
  achieves: "A payload to sign. Nothing changes until a session key of the wallet has signed it.",
  because:
    "The payload names the call, its body and its target. It is consumed once, by this wallet's session keys alone.",
  writes: ["signed_requests"]
}
