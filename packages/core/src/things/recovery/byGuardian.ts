import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { GuardianId, RequestId } from "../../model/ids.ts"
import { isUnconfirmed } from "../../model/Voucher.ts"
import { SendsNotices } from "../../ports/Mailer.ts"
import { type PasskeyAssertion, verifyAssertion } from "../../ports/Passkeys.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Receipted } from "../../steps/carryOut.ts"
import { isLate } from "../../steps/isTaken.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { assertedPlan, awaitedAssertion, rawPayload } from "../../steps/pendingRequest.ts"
import { proofOfAssertion, requestAuthorised } from "../../steps/receiptPlan.ts"
import { combined, type Limited, replace, unchanged } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { loadCustomer } from "../accounts/wallets.ts"
import { advance } from "../credentials/rules/Passkey.ts"
import { RECOVERY_START } from "../receipts/rules/Activity.ts"
import { settingsOf, settingsRef } from "../settings/rules/PlatformSettings.ts"
import { RequestExpired, RequestIdMissing } from "../signed-requests/rules/refusals.ts"
import * as SignedRequest from "../signed-requests/rules/SignedRequest.ts"
import { guardedBy } from "./guardians.ts"
import { recoveryReads, recoverySettingsOf, startPlan } from "./recoveryPlan.ts"
import { type Guardian, guardians } from "./rules/Guardian.ts"
import { type Recovery, timesOf } from "./rules/Recovery.ts"
import { GuardianNotFound, RecoveryUnconfirmed } from "./rules/refusals.ts"

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

/** Starts the assertion of a guardian: what it signs is the start of this account's recovery, and nothing else. */
export const challengeGuardian = operation(challengeReads)
  .prepare(function drawId() {
    return Effect.gen(() => freshId("Request"))
  })
  .decide(function challenge(leg) {
    const { at, found, prepared: requestId } = leg
    const { guardian, settings } = found
    if (guardian === undefined) return Result.fail(new GuardianNotFound())
    const { accountId, guardianId, voucher } = guardian.value
    if (voucher !== undefined && isUnconfirmed(voucher, at)) {
      return Result.fail(new RecoveryUnconfirmed({ until: voucher.until, at }))
    }
    return Result.map(
      timesOf(recoverySettingsOf(settings), "GUARDIAN", at),
      (): Decision<GuardianChallenge> & Limited => {
        const terms = {
          requestId,
          call: startCall(guardianId),
          accountId,
          credentialType: "PASSKEY",
          signer: { _tag: "Guardian", guardianId },
          activity: rawPayload(accountId, { startRecovery: { accountId, guardianId } }),
          intent: { guardianId }
        } as const
        const { challenge, plan, request } = awaitedAssertion(terms, `guardian ${guardianId}`, leg)
        return { ...plan, reply: { guardian: guardian.value, challenge, request }, guards: [unchanged(guardian)] }
      }
    )
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

/** Starts a recovery by the assertion of a guardian, which opens no session. Each assertion is accepted once. */
export const guardianStartRecovery = operation(reads)
  .more(loadCustomer)
  .check(function startable({ at, command: { assertion, guardianId, requestId }, found }) {
    return Result.gen(function* () {
      const { guardian, request } = found
      if (guardian === undefined) return yield* Result.fail(new GuardianNotFound())
      if (requestId === undefined) return yield* Result.fail(new RequestIdMissing())
      const pending = yield* SignedRequest.admit(request?.value, startCall(guardianId), at)
      const { material } = guardian.value
      const relyingParties = settingsOf(found.settings).passkeys
      return { inputs: { material, payload: pending.payload, assertion, relyingParties }, guardian, pending }
    })
  })
  .prepare(
    Effect.fnUntraced(function* verifyGuardian({ checked: { inputs } }) {
      const { assertion, material, payload, relyingParties } = inputs
      const evidence = yield* verifyAssertion(material, payload, assertion, relyingParties)
      return { evidence, recoveryId: yield* freshId("Recovery"), sendsNotices: yield* SendsNotices }
    })
  )
  .lost((conflict) => (isLate(conflict) ? new RequestExpired() : undefined))
  .decide(function start(leg) {
    return Result.gen(function* () {
      const { at, checked, found, prepared } = leg
      const { guardian, pending } = checked
      const { accountId, plan, recovery } = yield* startPlan(prepared.recoveryId, "GUARDIAN", leg, prepared)
      const material = yield* advance(guardian.value.material, prepared.evidence.asserted)
      const consumed = yield* assertedPlan(found.request, pending, prepared.evidence, leg)
      // Written even if unchanged: of two assertions with the same counter, the second conflicts and is refused.
      const used = { changes: [replace(guardian, { ...guardian.value, material }, at)] }
      const authorised = requestAuthorised(pending, proofOfAssertion(prepared.evidence))
      const started: Decision<Recovery> & Receipted = {
        ...combined(plan, consumed, used),
        reply: recovery,
        receipts: [{ authorised, chain: { accountId, head: found.head, at } }]
      }
      return started
    })
  })
