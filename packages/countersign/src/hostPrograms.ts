import { Effect, flow, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import {
  BeneficialOwnerBody,
  beneficialOwnerBody,
  CustomerBody,
  customerViewBody,
  ExternalAccountBody,
  externalAccountBody,
  held,
  writtenChallenge
} from "@countersign/http"
import type { HostPrograms } from "./methods/byHand.ts"
import type { OwnCall, SignedOrNot } from "./methods/host.ts"
import { receiptsApi } from "./receiptsApi.ts"
import { reconciliation } from "./reconciliation.ts"
import { type Run, reading } from "./run.ts"

/** Operations that have no HTTP endpoint and that only the host can run. */
export const hostPrograms = (run: Run): HostPrograms => ({
  customers: {
    erase: (id, options) => run(erase({ ...options, id })),
    reportVerification: (id, standing) => run(reportCustomer({ id, standing }))
  },
  beneficialOwners: { reportVerification: (id, standing) => run(reportOwner({ id, standing })) },
  externalAccounts: {
    reportVerification: (id, finding, revision) => run(reportAccount({ id, finding }, revision)),
    destination: (id, sender = {}) => run(destination({ ...sender, id }))
  },
  tokens: { revokeStolen: (id) => run(revokeStolen({ id })) },
  receipts: receiptsApi(run),
  reconcile: reconciliation(run),
  signedCall: async (call, { requestId, stamp } = {}) => run(signedCall(call, requestId, stamp))
})

/** A program on input that matches the schema. */
const program = <A, B, E, R, More extends ReadonlyArray<unknown>>(
  schema: Schema.Codec<A, unknown>,
  act: (valid: A, ...more: More) => Effect.Effect<B, E, R>
) => {
  const read = reading(schema)
  return (input: unknown, ...more: More) => Effect.flatMap(read(input), (valid) => act(valid, ...more))
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
const reportAccount = program(
  Schema.Struct({ id: core.ExternalAccountId, finding: core.Finding }),
  ({ finding, id }, revision?: number) =>
    Effect.map(core.reportAccountVerification(id, finding, revision), writeExternal)
)
const destination = program(
  Schema.Struct({ id: core.ExternalAccountId, customerId: Schema.optionalKey(core.CustomerId) }),
  ({ customerId, id }) => core.requireDestination(id, customerId)
)
const revokeStolen = program(Schema.Struct({ id: Schema.String }), ({ id }) => core.revokeStolenToken(id))

type Sent = string | null | undefined
const readRetry = reading(Schema.Struct({ accountId: core.AccountId, requestId: Schema.optionalKey(core.RequestId) }))
const signedCall = Effect.fnUntraced(function* (call: OwnCall, sent: Sent, stamp: Sent) {
  const named = { accountId: Object(call).accountId, ...(typeof sent === "string" ? { requestId: sent } : {}) }
  const { accountId, requestId } = yield* readRetry(named)
  const outcome = yield* core.signedCall({ ...call, accountId }, { stamp: stamp ?? undefined, requestId })
  if (outcome._tag === "Challenge") {
    return { isSigned: false, challenge: writtenChallenge(outcome) } satisfies SignedOrNot
  }
  const { heldUntil, ...signed } = outcome.reply
  return { isSigned: true, challenge: undefined, ...signed, ...held(heldUntil) } satisfies SignedOrNot
})

const writeCustomer = flow(customerViewBody, Schema.encodeSync(CustomerBody))
const writeOwner = flow(beneficialOwnerBody, Schema.encodeSync(BeneficialOwnerBody))
const writeExternal = flow(externalAccountBody, Schema.encodeSync(ExternalAccountBody))
