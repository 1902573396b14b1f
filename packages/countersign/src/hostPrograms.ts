import * as core from "@countersign/core/internal"
import {
  BeneficialOwnerBody,
  beneficialOwnerBody,
  CustomerBody,
  customerViewBody,
  ExternalAccountBody,
  externalAccountBody,
  SignedRequestChallenge,
  signedRequestChallenge
} from "@countersign/http"
import { Effect, Schema } from "effect"
import { receiptsApi } from "./receiptsOf.ts"
import { type Run, reading } from "./run.ts"
import type { Retry } from "./surface.ts"
import type * as t from "./types.ts"

/** The host's verification result for an external account. */
export interface Finding {
  /**
   * CONFIRMED: can be paid. DOUBTED: needs manual review. REJECTED: does not exist. UNDECIDED: the result follows
   * later.
   */
  readonly standing: "CONFIRMED" | "DOUBTED" | "REJECTED" | "UNDECIDED"
  readonly nameMatch?: t.ExternalAccount["beneficiaryVerificationStatus"]
  readonly verifiedName?: string
}

/** A call to an endpoint of the host, as the endpoint received it. */
export interface OwnCall {
  /** Names the operation. A request id issued for one name is rejected under every other. */
  readonly name: string
  readonly method: string
  /** As the caller sent it, including the query. */
  readonly path: string
  /** As the caller sent it; null when there was no body. */
  readonly body: t.JsonValue
  /** The account whose session must sign. */
  readonly accountId: string
  /**
   * The terms that the end user sees and signs, in place of the body's digest. At most 4,096 bytes of JSON, including
   * the path.
   */
  readonly payload?: t.JsonValue
  /** Identifies the caller by the host's own sign-in. First calls are rate limited per caller. */
  readonly caller?: string
}

/** Operations that have no HTTP endpoint and that only the host can run. */
export const hostPrograms = (run: Run) => ({
  customers: {
    /**
     * Deletes a customer without the end user's signature, where law requires it, and returns the deleted customer.
     * `reason`, 1 to 200 printable characters without personal data, is recorded in the receipt of each of the
     * customer's wallets. The customer's known addresses are notified. Rejects with `USER_NOT_FOUND` (404),
     * `CUSTOMER_DELETED` (410), or `CONFLICT` (409) while the customer has a balance or a pending payment.
     */
    erase: (id: string, { reason }: { readonly reason: string }): Promise<t.Customer> =>
      run(
        Effect.flatMap(readErasure({ id, reason }), (valid) =>
          Effect.map(core.eraseCustomer(valid.id, valid.reason), writeCustomer)
        )
      ),
    /**
     * Sets the verification result of a customer and returns the customer. Needed in production, where the host
     * verifies customers. Rejects with `USER_NOT_FOUND` (404) or `CUSTOMER_DELETED` (410).
     */
    reportVerification: (id: string, standing: t.Standing): Promise<t.Customer> =>
      run(
        Effect.flatMap(readCustomerReport({ id, standing }), (valid) =>
          Effect.map(core.reportCustomerVerification(valid.id, valid.standing), writeCustomer)
        )
      )
  },
  beneficialOwners: {
    /**
     * Sets the verification result of a beneficial owner and returns the owner. Needed in production, where the host
     * verifies owners. Rejects with `REFERENCE_NOT_FOUND` (404).
     */
    reportVerification: (id: string, standing: t.Standing): Promise<t.BeneficialOwner> =>
      run(
        Effect.flatMap(readOwnerReport({ id, standing }), (valid) =>
          Effect.map(core.reportOwnerVerification(valid.id, valid.standing), writeOwner)
        )
      )
  },
  externalAccounts: {
    /**
     * Records the verification result of an account and returns the account. With `revision`, the result applies only
     * to that revision: rejects with `CONFLICT` (409) when the account has changed since.
     */
    reportVerification: (id: string, finding: Finding, revision?: number): Promise<t.ExternalAccount> =>
      run(
        Effect.flatMap(readFinding({ id, finding }), (valid) =>
          Effect.map(core.reportAccountVerification(valid.id, valid.finding, revision), writeExternal)
        )
      ),
    /**
     * Returns the unmasked account to send money to. Rejects with `INVALID_BANK_ACCOUNT` (400) unless its status is
     * ACTIVE, and with `REFERENCE_NOT_FOUND` (404) when `sender` names another customer than its owner. Call it at the
     * time of payment.
     */
    destination: (id: string, sender: { readonly customerId?: string } = {}): Promise<Destination> =>
      run(
        Effect.flatMap(readDestination({ id, ...sender }), (valid) =>
          core.requireDestination(valid.id, valid.customerId)
        )
      )
  },
  receipts: receiptsApi(run),
  /**
   * Requires a signature for a call to the host. The first call resolves to a challenge, to be returned with status
   * 202. The retry with its request id and stamp resolves to `isSigned: true`, once.
   */
  signedCall: (call: OwnCall, { requestId, stamp }: Retry = {}): Promise<SignedOrNot> =>
    run(
      Effect.flatMap(
        readRetry({ accountId: call.accountId, ...(typeof requestId === "string" ? { requestId } : {}) }),
        (valid) =>
          Effect.map(
            core.signedCall(
              { ...call, accountId: valid.accountId },
              { stamp: stamp ?? undefined, requestId: valid.requestId }
            ),
            (outcome): SignedOrNot =>
              outcome._tag === "Challenge"
                ? { isSigned: false, challenge: writeChallenge(outcome) }
                : { isSigned: true, challenge: undefined, ...outcome.reply }
          )
      )
    )
})

export type SignedOrNot =
  | { readonly isSigned: false; readonly challenge: t.SignedRequestChallenge }
  | {
      readonly isSigned: true
      readonly challenge: undefined
      /** Unique to this call. */
      readonly requestId: string
      readonly payload: t.JsonValue
    }

/** An unmasked external account. */
export interface Destination {
  readonly currency: string
  readonly account: t.JsonFields
}

const readErasure = reading(Schema.Struct({ id: core.CustomerId, reason: core.ErasureReason }))
const readCustomerReport = reading(Schema.Struct({ id: core.CustomerId, standing: core.Standing }))
const readOwnerReport = reading(Schema.Struct({ id: core.BeneficialOwnerId, standing: core.Standing }))
const readFinding = reading(Schema.Struct({ id: core.ExternalAccountId, finding: core.Finding }))
const readDestination = reading(
  Schema.Struct({ id: core.ExternalAccountId, customerId: Schema.optionalKey(core.CustomerId) })
)
const readRetry = reading(Schema.Struct({ accountId: core.AccountId, requestId: Schema.optionalKey(core.RequestId) }))

const encodeCustomer = Schema.encodeSync(CustomerBody)
const writeCustomer = (view: core.CustomerView) => encodeCustomer(customerViewBody(view))
const encodeOwner = Schema.encodeSync(BeneficialOwnerBody)
const writeOwner = (opened: core.OpenedOwner) => encodeOwner(beneficialOwnerBody(opened))
const encodeExternal = Schema.encodeSync(ExternalAccountBody)
const writeExternal = (opened: core.OpenedExternalAccount) => encodeExternal(externalAccountBody(opened))
const encodeChallenge = Schema.encodeSync(SignedRequestChallenge)
const writeChallenge = (outcome: Parameters<typeof signedRequestChallenge>[0]) =>
  encodeChallenge(signedRequestChallenge(outcome))
