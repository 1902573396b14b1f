import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import {
  BeneficialOwnerBody,
  beneficialOwnerBody,
  CustomerBody,
  customerViewBody,
  ExternalAccountBody,
  externalAccountBody,
  held,
  SignedRequestChallenge,
  signedRequestChallenge
} from "@countersign/http"
import type { HostPrograms } from "./methods/byHand.ts"
import type { SignedOrNot } from "./methods/host.ts"
import { receiptsApi } from "./receiptsApi.ts"
import { type Run, reading } from "./run.ts"

/** Operations that have no HTTP endpoint and that only the host can run. */
export const hostPrograms = (run: Run): HostPrograms => ({
  customers: {
    erase: (id, options) =>
      run(
        Effect.flatMap(readErasure({ ...options, id }), (valid) =>
          Effect.map(core.eraseCustomer(valid.id, valid.reason), writeCustomer)
        )
      ),
    reportVerification: (id, standing) =>
      run(
        Effect.flatMap(readCustomerReport({ id, standing }), (valid) =>
          Effect.map(core.reportCustomerVerification(valid.id, valid.standing), writeCustomer)
        )
      )
  },
  beneficialOwners: {
    reportVerification: (id, standing) =>
      run(
        Effect.flatMap(readOwnerReport({ id, standing }), (valid) =>
          Effect.map(core.reportOwnerVerification(valid.id, valid.standing), writeOwner)
        )
      )
  },
  externalAccounts: {
    reportVerification: (id, finding, revision) =>
      run(
        Effect.flatMap(readFinding({ id, finding }), (valid) =>
          Effect.map(core.reportAccountVerification(valid.id, valid.finding, revision), writeExternal)
        )
      ),
    destination: (id, sender = {}) =>
      run(
        Effect.flatMap(readDestination({ ...sender, id }), (valid) =>
          core.requireDestination(valid.id, valid.customerId)
        )
      )
  },
  tokens: {
    revokeStolen: (id) => run(Effect.flatMap(readStolen({ id }), (valid) => core.revokeStolenToken(valid.id)))
  },
  receipts: receiptsApi(run),
  signedCall: async (call, { requestId, stamp } = {}) =>
    run(
      Effect.flatMap(
        readRetry({ accountId: Object(call).accountId, ...(typeof requestId === "string" ? { requestId } : {}) }),
        (valid) =>
          Effect.map(
            core.signedCall(
              { ...call, accountId: valid.accountId },
              { stamp: stamp ?? undefined, requestId: valid.requestId }
            ),
            (outcome): SignedOrNot => {
              if (outcome._tag === "Challenge") return { isSigned: false, challenge: writeChallenge(outcome) }
              const { heldUntil, ...signed } = outcome.reply
              return { isSigned: true, challenge: undefined, ...signed, ...held(heldUntil) }
            }
          )
      )
    )
})

const readErasure = reading(Schema.Struct({ id: core.CustomerId, reason: core.ErasureReason }))
const readCustomerReport = reading(Schema.Struct({ id: core.CustomerId, standing: core.Standing }))
const readOwnerReport = reading(Schema.Struct({ id: core.BeneficialOwnerId, standing: core.Standing }))
const readFinding = reading(Schema.Struct({ id: core.ExternalAccountId, finding: core.Finding }))
const readDestination = reading(
  Schema.Struct({ id: core.ExternalAccountId, customerId: Schema.optionalKey(core.CustomerId) })
)
const readStolen = reading(Schema.Struct({ id: Schema.String }))
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
