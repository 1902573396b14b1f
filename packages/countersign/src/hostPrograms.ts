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
    erase: (id, options) => run(erase({ ...options, id })),
    reportVerification: (id, standing) => run(reportCustomer({ id, standing }))
  },
  beneficialOwners: { reportVerification: (id, standing) => run(reportOwner({ id, standing })) },
  externalAccounts: {
    reportVerification: (id, finding, revision) =>
      run(
        Effect.flatMap(readFinding({ id, finding }), (valid) =>
          Effect.map(core.reportAccountVerification(valid.id, valid.finding, revision), writeExternal)
        )
      ),
    destination: (id, sender = {}) => run(destination({ ...sender, id }))
  },
  tokens: { revokeStolen: (id) => run(revokeStolen({ id })) },
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

/** A program on input that matches the schema. */
const program = <A, B, E, R>(schema: Schema.Codec<A, unknown>, act: (valid: A) => Effect.Effect<B, E, R>) => {
  const read = reading(schema)
  return (input: unknown) => Effect.flatMap(read(input), act)
}

const erase = program(Schema.Struct({ id: core.CustomerId, reason: core.ErasureReason }), ({ id, reason }) =>
  Effect.map(core.eraseCustomer(id, reason), writeCustomer)
)
const reportCustomer = program(Schema.Struct({ id: core.CustomerId, standing: core.Standing }), ({ id, standing }) =>
  Effect.map(core.reportCustomerVerification(id, standing), writeCustomer)
)
const reportOwner = program(
  Schema.Struct({ id: core.BeneficialOwnerId, standing: core.Standing }),
  ({ id, standing }) => Effect.map(core.reportOwnerVerification(id, standing), writeOwner)
)
const readFinding = reading(Schema.Struct({ id: core.ExternalAccountId, finding: core.Finding }))
const destination = program(
  Schema.Struct({ id: core.ExternalAccountId, customerId: Schema.optionalKey(core.CustomerId) }),
  ({ customerId, id }) => core.requireDestination(id, customerId)
)
const revokeStolen = program(Schema.Struct({ id: Schema.String }), ({ id }) => core.revokeStolenToken(id))
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
