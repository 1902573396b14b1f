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

/** What a host tells of an account it looked at. */
export interface Finding {
  /** CONFIRMED: it may be paid. DOUBTED: a person should look. REJECTED: no such account. UNDECIDED: known later. */
  readonly standing: "CONFIRMED" | "DOUBTED" | "REJECTED" | "UNDECIDED"
  readonly nameMatch?: t.ExternalAccount["beneficiaryVerificationStatus"]
  readonly verifiedName?: string
}

/** A call of the host's own, as its endpoint received it. */
export interface OwnCall {
  /** Names the operation; an id issued under one name never finishes another. */
  readonly name: string
  readonly method: string
  /** As its caller spells it, with its query. */
  readonly path: string
  /** As it was sent; null where there was none. */
  readonly body: t.JsonValue
  /** Whose session must sign. */
  readonly accountId: string
  /** What will be done: shown and signed in place of the body's digest. At most 4,096 bytes of JSON, the path included. */
  readonly payload?: t.JsonValue
  /** Who makes the call, by the host's own sign-in. First calls are limited for each caller. */
  readonly caller?: string
}

/** What no endpoint does: the acts of the host alone. */
export const hostPrograms = (run: Run) => ({
  customers: {
    /**
     * Deletes a customer without the end user's signature, where law requires it. No HTTP call does this. `reason`, 1
     * to 200 printable characters without personal data, is in the receipt that each of the customer's wallets gets.
     * The known addresses are notified. Refused as `delete` is, while the customer holds money.
     */
    erase: (id: string, { reason }: { readonly reason: string }): Promise<t.Customer> =>
      run(
        Effect.flatMap(readErasure({ id, reason }), (valid) =>
          Effect.map(core.eraseCustomer(valid.id, valid.reason), writeCustomer)
        )
      ),
    /** Sets the standing of a customer, where nothing here decides it: in production. */
    settle: (id: string, standing: t.Standing): Promise<t.Customer> =>
      run(
        Effect.flatMap(readCustomerStanding({ id, standing }), (valid) =>
          Effect.map(core.settleCustomer(valid.id, valid.standing), writeCustomer)
        )
      )
  },
  beneficialOwners: {
    /** Sets the standing of a person, where nothing here decides it: in production. */
    settle: (id: string, standing: t.Standing): Promise<t.BeneficialOwner> =>
      run(
        Effect.flatMap(readOwnerStanding({ id, standing }), (valid) =>
          Effect.map(core.settleOwner(valid.id, valid.standing), writeOwner)
        )
      )
  },
  externalAccounts: {
    /** Records what was found of an account; with a revision, of that state of it alone. */
    settle: (id: string, finding: Finding, revision?: number): Promise<t.ExternalAccount> =>
      run(
        Effect.flatMap(readFinding({ id, finding }), (valid) =>
          Effect.map(core.settleExternalAccount(valid.id, valid.finding, revision), writeExternal)
        )
      ),
    /** The account in the clear, to send money to; refused unless it may be paid now, and by this customer. */
    destination: (id: string, sender: { readonly customerId?: string } = {}): Promise<Destination> =>
      run(
        Effect.flatMap(readDestination({ id, ...sender }), (valid) =>
          core.requireDestination(valid.id, valid.customerId)
        )
      )
  },
  receipts: receiptsApi(run),
  /** Puts a call of the host's own behind a signature: a challenge to answer with 202 or, once, the word that it is signed. */
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
                ? { isSigned: false, challenge: writeChallenge(outcome.request) }
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
      /** Of this call alone. */
      readonly requestId: string
      readonly payload: t.JsonValue
    }

/** An external account in the clear. */
export interface Destination {
  readonly currency: string
  readonly account: t.JsonFields
}

const readErasure = reading(Schema.Struct({ id: core.CustomerId, reason: core.ErasureReason }))
const readCustomerStanding = reading(Schema.Struct({ id: core.CustomerId, standing: core.Standing }))
const readOwnerStanding = reading(Schema.Struct({ id: core.BeneficialOwnerId, standing: core.Standing }))
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
const writeChallenge = (request: core.SignedRequest.Pending) => encodeChallenge(signedRequestChallenge(request))
