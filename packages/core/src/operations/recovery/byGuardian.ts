import { passkeyChallenge } from "@countersign/wire"
import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { GuardianId, RequestId } from "../../model/ids.ts"
import { isUnconfirmed } from "../../model/Voucher.ts"
import { SendsNotices } from "../../ports/Mailer.ts"
import { type PasskeyAssertion, verifyAssertion } from "../../ports/Passkeys.ts"
import { freshId } from "../../ports/Secrets.ts"
import { advance } from "../../rules/credentials/kinds/passkey/Passkey.ts"
import { RECOVERY_START } from "../../rules/receipts/Activity.ts"
import { type Guardian, guardians } from "../../rules/recovery/Guardian.ts"
import type { Recovery } from "../../rules/recovery/Recovery.ts"
import { timesOf } from "../../rules/recovery/recoveryTimes.ts"
import { GuardianNotFound, type RecoveryDisabled, RecoveryUnconfirmed } from "../../rules/recovery/refusals.ts"
import { settingsOf, settingsRef } from "../../rules/settings/PlatformSettings.ts"
import { RequestExpired, RequestIdMissing } from "../../rules/signed-requests/refusals.ts"
import * as SignedRequest from "../../rules/signed-requests/SignedRequest.ts"
import type { Receipted } from "../../steps/carryOut.ts"
import { before, combined, insert, type Limited, replace, unchanged } from "../../store/plans.ts"
import { byId, type FoundOf } from "../../store/records.ts"
import { isLate } from "../isTaken.ts"
import { type CheckedBy, type Decision, type Leg, operation, type PreparedBy } from "../operation.ts"
import { proofOfAssertion, requestAuthorised } from "../receipts/receiptPlan.ts"
import { pendingRequest, rawPayload, requestLimits } from "../signed-requests/pendingRequest.ts"
import { guardedBy } from "./guardians.ts"
import { customerReads, type RecoveryFound, recoveryReads, recoverySettingsOf, startPlan } from "./recoveryPlan.ts"

/** The call that the assertion authorises. Its body is the assertion itself, so only the payload binds it. */
const startCall = (guardianId: GuardianId): SignedRequest.Call => ({
  operation: RECOVERY_START,
  method: "POST",
  path: `/auth/guardians/${guardianId}/start-recovery`,
  bodyDigest: ""
})

export interface GuardianChallenge {
  readonly guardian: Guardian
  readonly challenge: string
  readonly request: SignedRequest.Pending
}

const challengeReads = (guardianId: GuardianId, environment: EnvironmentKey) => ({
  guardian: byId(guardians, environment, guardianId),
  settings: settingsRef(environment)
})
type ChallengeLeg = Leg<GuardianId, FoundOf<ReturnType<typeof challengeReads>>>

const prepareChallenge = () => Effect.gen(() => freshId("Request"))

export const decideChallenge = ({
  at,
  environment,
  found: { guardian, settings },
  here,
  policy,
  prepared: requestId
}: ChallengeLeg & { readonly prepared: RequestId }): Result.Result<
  Decision<GuardianChallenge> & Limited,
  GuardianNotFound | RecoveryDisabled | RecoveryUnconfirmed
> => {
  if (guardian === undefined) return Result.fail(new GuardianNotFound())
  const { accountId, guardianId, voucher } = guardian.value
  if (voucher !== undefined && isUnconfirmed(voucher, at)) {
    return Result.fail(new RecoveryUnconfirmed({ until: voucher.until, at }))
  }
  return Result.map(timesOf(recoverySettingsOf(settings), "GUARDIAN", at), () => {
    const request = pendingRequest({
      requestId,
      environment: here,
      call: startCall(guardianId),
      accountId,
      credentialType: "PASSKEY",
      signer: { _tag: "Guardian", guardianId },
      activity: rawPayload(accountId, { startRecovery: { accountId, guardianId } }),
      intent: { guardianId },
      at,
      expiresAt: at + policy.signedRequestLifetime
    })
    return {
      reply: { guardian: guardian.value, challenge: passkeyChallenge(request.payload).challenge, request },
      changes: [insert(SignedRequest.signedRequests, environment, request, at)],
      guards: [unchanged(guardian)],
      limits: requestLimits(policy, environment, `guardian ${guardianId}`, accountId)
    }
  })
}

/** Starts the assertion of a guardian: what it signs is the start of this account's recovery, and nothing else. */
export const challengeGuardian = operation({
  reads: challengeReads,
  prepare: prepareChallenge,
  decide: decideChallenge
})

export interface GuardianStart {
  readonly guardianId: GuardianId
  readonly requestId: RequestId | undefined
  readonly assertion: PasskeyAssertion
}

const reads = ({ guardianId, requestId }: GuardianStart, environment: EnvironmentKey) => ({
  guardian: byId(guardians, environment, guardianId),
  request: requestId === undefined ? undefined : byId(SignedRequest.signedRequests, environment, requestId),
  ...recoveryReads(environment, guardedBy(guardianId))
})
type StartLeg = Leg<GuardianStart, FoundOf<ReturnType<typeof reads>> & Pick<RecoveryFound, "customer">>

export const check = ({ at, command: { assertion, guardianId, requestId }, found }: StartLeg) =>
  Result.gen(function* () {
    const { guardian, request } = found
    if (guardian === undefined) return yield* Result.fail(new GuardianNotFound())
    if (requestId === undefined) return yield* Result.fail(new RequestIdMissing())
    const pending = yield* SignedRequest.admit(request?.value, startCall(guardianId), at)
    const { material } = guardian.value
    const relyingParties = settingsOf(found.settings).passkeys
    return { inputs: { material, payload: pending.payload, assertion, relyingParties }, guardian, pending }
  })

const prepare = Effect.fnUntraced(function* ({
  checked: {
    inputs: { assertion, material, payload, relyingParties }
  }
}: {
  readonly checked: CheckedBy<typeof check>
}) {
  const evidence = yield* verifyAssertion(material, payload, assertion, relyingParties)
  return { evidence, recoveryId: yield* freshId("Recovery"), sendsNotices: yield* SendsNotices }
})

export const decide = (
  leg: StartLeg & {
    readonly checked: Pick<CheckedBy<typeof check>, "guardian" | "pending">
    readonly prepared: Omit<PreparedBy<typeof prepare>, "sendsNotices"> & { readonly sendsNotices?: boolean }
  }
) =>
  Result.gen(function* () {
    const { at, checked, found, prepared } = leg
    const { guardian, pending } = checked
    const { accountId, plan, recovery } = yield* startPlan(prepared.recoveryId, "GUARDIAN", leg, prepared)
    const material = yield* advance(guardian.value.material, prepared.evidence.asserted)
    const consumed = yield* SignedRequest.consumeAsserted(pending, prepared.evidence, at)
    const used = {
      changes: [
        ...(found.request === undefined ? [] : [replace(found.request, consumed, at)]),
        // Written even if unchanged: of two assertions with the same counter, the second conflicts and is refused.
        replace(guardian, { ...guardian.value, material }, at)
      ],
      guards: [before(pending.expiresAt)]
    }
    const authorised = requestAuthorised(pending, proofOfAssertion(prepared.evidence), {})
    const started: Decision<Recovery> & Receipted = {
      ...combined(plan, used),
      reply: recovery,
      receipts: [{ authorised, chain: { accountId, head: found.head, at } }]
    }
    return started
  })

/** Starts a recovery by the assertion of a guardian, which opens no session. Each assertion is accepted once. */
export const guardianStartRecovery = operation({
  reads,
  moreReads: customerReads,
  check,
  prepare,
  decide,
  lost: (conflict) => (isLate(conflict) ? new RequestExpired() : undefined)
})
