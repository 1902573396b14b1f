/**
 * An authorised action and the signature that authorised it. docs/guides/receipts.md documents the fields. `at` is in
 * milliseconds since the epoch.
 */
export interface Receipt {
  readonly version: 1
  readonly platformId: string
  readonly mode: "sandbox" | "production"
  readonly accountId: string
  readonly sequence: number
  readonly previous: string
  readonly at: number
  readonly consumed: string
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly bodyDigest: string
  readonly payloadSha256: string
  readonly proof:
    | { readonly type: "STAMP"; readonly stamp: string }
    | {
        readonly type: "ASSERTION"
        readonly clientDataJson: string
        readonly authenticatorData: string
        readonly signature: string
      }
    | { readonly type: "WAIVED" }
    | { readonly type: "ERASURE"; readonly reason: string }
    | {
        readonly type: "OPERATOR"
        readonly actor: string
        readonly reason: string
        readonly tokenId: string | null
      }
    | { readonly type: "CANCEL_TOKEN" }
  readonly sessionId: string | null
  readonly credentialId: string | null
  readonly changes: ReadonlyArray<{
    readonly collection: string
    readonly id: string
    readonly from: number
    readonly to: number
  }>
  readonly kid: string
  readonly hash: string
  readonly signature: string
}

/** Who acts as an operator, and why: one line each, recorded in the receipt. No personal data of end users. */
export interface Justification {
  /** 1 to 100 characters. */
  readonly actor: string
  /** 1 to 200 characters. */
  readonly reason: string
}

/** The last receipt of an account's chain. */
export interface ReceiptHead {
  readonly platformId: string
  readonly mode: "sandbox" | "production"
  readonly accountId: string
  readonly sequence: number
  readonly hash: string
}

/** A position in a list of receipts. */
export interface ReceiptPosition {
  readonly createdAt: number
  readonly id: string
}

export interface ReceiptPage<A> {
  readonly items: ReadonlyArray<A>
  /** The position to pass as `after` for the next page; absent on the last page. */
  readonly next?: ReceiptPosition
}
