import { typedCode } from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { type AccountId, PublicKey, RecoveryId } from "../../model/ids.ts"
import { Vault } from "../../ports/Vault.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { challenged, type Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { before, combined, type Plan, Recorded, remove, replace } from "../../store/plans.ts"
import { byId, byIndex, type FoundOf, type Stored } from "../../store/records.ts"
import { requireEnabled } from "../access/rules/evaluate.ts"
import { held } from "../accounts/rules/InternalAccount.ts"
import { customerRef, noticesOf, walletRef } from "../accounts/wallets.ts"
import * as Addition from "../credentials/add.ts"
import { kinds } from "../credentials/kinds/index.ts"
import { suspendedUnless } from "../credentials/resting.ts"
import { type Credential, restingCredentials } from "../credentials/rules/Credential.ts"
import { isCodeOf, isGuessOf, openBundle, readBundle, wrong } from "../one-time-codes/codes.ts"
import * as OneTimeCode from "../one-time-codes/rules/OneTimeCode.ts"
import { OtpNotPending } from "../one-time-codes/rules/refusals.ts"
import { ended } from "../sessions/open.ts"
import { activeRef } from "../sessions/rules/Session.ts"
import { issuersOf, settingsOf } from "../settings/rules/PlatformSettings.ts"
import { openOnes, recoverable, recoveryReads, recoverySettingsOf } from "./recoveryPlan.ts"
import { completed, heldAfter, ready, recoveries, stopped, timesOf } from "./rules/Recovery.ts"
import { RecoveryCodeWrong, RecoveryNotFound } from "./rules/refusals.ts"
import { type SavedCodes, savedCodeContext, savedCodes, usableAt, without } from "./rules/SavedCodes.ts"

export interface CompleteCommand {
  readonly recoveryId: RecoveryId
  readonly encryptedOtpBundle: string
  readonly accountId: AccountId
  /** The body that would add the new credential. */
  readonly credential: Addition.AddCredentialCommand["addition"]
  /** The request body as received. */
  readonly body: Json
}

const Intent = Schema.Struct({
  recoveryId: RecoveryId,
  publicKey: PublicKey,
  /** The digest of the saved code that was proven; absent for a mailed code. */
  digest: Schema.optionalKey(Schema.String),
  addition: Addition.Intent
})

const reads = ({ accountId, recoveryId }: CompleteCommand, environment: EnvironmentKey) => ({
  recovery: byId(recoveries, environment, recoveryId),
  otp: byId(OneTimeCode.oneTimeCodes, environment, recoveryId),
  saved: byId(savedCodes, environment, accountId),
  customer: customerRef(environment, accountId),
  active: activeRef(environment, accountId),
  resting: byIndex(restingCredentials, environment, "account", [accountId]),
  ...recoveryReads(environment, accountId)
})

/**
 * Completes a recovery. The first leg proves the code and the new credential, and returns a payload that names that
 * credential; the holder of the key that was encrypted with the code signs it.
 *
 * The second leg binds the new credential. In the same commit every session ends, every other credential is suspended,
 * none that rests can return, the code is consumed, other open recoveries stop, and the account is held. No session is
 * opened.
 */
export const completeRecovery = signedRetry({
  name: "CompleteRecovery",
  call: ({ body, recoveryId }) => ({ method: "POST", path: `/auth/recoveries/${recoveryId}/complete`, body }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  secret: ({ credential }) => kinds[credential.type].secret(credential),
  begin: begins(reads)
    .check(function provable(leg) {
      return Result.gen(function* () {
        const { access, at, command, found } = leg
        yield* requireEnabled(access, command.credential.type)
        const sealed = yield* readBundle(command.encryptedOtpBundle)
        const { otp, recovery } = yield* completable(command, found, at)
        const live = yield* OneTimeCode.pendingCode(otp.value, at)
        const digests = recovery.method === "SAVED_CODE" ? (usableAt(found.saved?.value, at)?.digests ?? []) : undefined
        const { accountId } = command
        const email = found.customer?.value.email
        const relyingParties = settingsOf(found.settings).passkeys
        const terms = { accountId, email, relyingParties, issuers: issuersOf(found.settings) }
        return { inputs: { issue: live.issue, digests, terms, command }, live, otp, sealed }
      })
    })
    .prepare(
      // Verifies the code first. Only a right one has the new credential verified.
      Effect.fnUntraced(function* verifyCode({ at, checked, command: { accountId, credential }, environment }) {
        const { digests, issue, terms } = checked.inputs
        const content = yield* openBundle(issue, checked.sealed)
        if (Result.isFailure(content)) return wrong(content.failure, false)
        const { code, publicKey } = content.success
        const digest = digests === undefined ? undefined : yield* savedDigest(digests, code, accountId)
        const isRight = digests === undefined ? yield* isCodeOf(issue, code) : digest !== undefined
        if (!isRight) return wrong(new RecoveryCodeWrong(), isGuessOf(issue, code))
        const prepared = yield* Addition.preparedAddition(credential, environment, { ...terms, at })
        return { _tag: "Right" as const, publicKey, digest, prepared }
      })
    )
    .decide(function askToComplete({ at, checked, command, environment, policy, prepared: proven, requestId }) {
      const { live, otp } = checked
      if (proven._tag === "Wrong") {
        if (!proven.isGuess) return Result.fail(proven.refusal)
        // A wrong code is counted before it is refused (I15). The count locks nothing: 65 bits cannot be guessed.
        const changes = [replace(otp, OneTimeCode.rejected(live, at, policy), at)]
        return Result.fail(new Recorded({ changes }, proven.refusal))
      }
      const { accountId, recoveryId } = command
      const { digest, prepared, publicKey } = proven
      const { activity, consumes, intent: addition } = prepared
      const next = OneTimeCode.accepted(live, requestId)
      const accepted: Plan = { changes: [replace(otp, next, at)], guards: [before(live.issue.expiresAt)] }
      return Result.succeed(
        challenged({
          ...combined(accepted, Addition.consumedBy(consumes, environment, at)),
          accountId,
          credentialType: addition.type,
          signer: { _tag: "KeyHolder", publicKey },
          activity,
          intent: { recoveryId, publicKey, addition, ...(digest === undefined ? {} : { digest }) }
        })
      )
    }),
  finish: finishes(Intent, reads)
    .check(function stillCompletable({ access, at, command, found, intent }) {
      return Result.gen(function* () {
        yield* requireEnabled(access, intent.addition.type)
        const checked = yield* completable(command, found, at)
        yield* Addition.requireSameAddress(intent.addition, found.customer)
        return checked
      })
    })
    .prepare(function registerCredential({ at, environment, intent }) {
      return Addition.registeredFrom(intent.addition, environment, at, undefined)
    })
    .decide(function complete(leg) {
      return Result.gen(function* () {
        const { at, checked, found, intent, prepared: registered, requestId } = leg
        const { account, otp, recovery, stored } = checked
        // The code was proven by this request, and no newer code replaced it.
        yield* OneTimeCode.open(otp.value, requestId)
        const spent = yield* codeConsumed(found.saved, intent.digest, at)
        const { credential } = registered
        const others = openOnes(found, at).filter(({ stored: { id } }) => id !== stored.id)
        // The hold of a recovery that ends here is replaced. Every hold of before it remains (RC8).
        const holder = [recovery, ...others.map(({ current }) => current)].find(({ method }) => method !== "SAVED_CODE")
        const { heldUntil = 0 } = holder === undefined ? account.value : { heldUntil: holder.heldBefore }
        const until = Math.max(heldAfter(recoverySettingsOf(found.settings), at), heldUntil)
        const recovered: Plan = {
          changes: [
            replace(stored, completed(recovery, credential.credentialId, at), at),
            ...others.map((other) => replace(other.stored, stopped(other.current, at), at)),
            remove(otp),
            ...spent,
            ...found.credentials.flatMap((other) => suspendedUnless(other, at)),
            ...found.resting.map(remove),
            ...found.active.flatMap((session) => ended(session, at)),
            replace(account, held(account.value, until, at), at)
          ],
          guards: [before(recovery.expiresAt)],
          drafts: noticesOf(found, { kind: "RECOVERY_COMPLETED", credentialType: credential.type }, at)
        }
        const finished: Finished<Credential> = {
          reply: credential,
          ...combined(Addition.additionPlan(intent.addition, registered, found.customer, leg), recovered)
        }
        return finished
      })
    }),
  lost: (conflict, { credential }) => Addition.lostAddition(conflict, credential.type)
})

/** The recovery, if it is one of this account and can be completed at `at`. */
const completable = (
  { accountId }: CompleteCommand,
  { otp, recovery: stored, settings, ...found }: FoundOf<ReturnType<typeof reads>>,
  at: Millis
) =>
  Result.gen(function* () {
    if (stored?.value.accountId !== accountId) return yield* Result.fail(new RecoveryNotFound())
    const recovery = yield* ready(stored.value, at)
    yield* timesOf(recoverySettingsOf(settings), recovery.method, at)
    const account = yield* recoverable(found.account)
    // Not challenged yet: no code is pending.
    if (otp === undefined) return yield* Result.fail(new OtpNotPending())
    return { account, otp, recovery, stored }
  })

/** The stored digest of a saved code, if it is one of the account. */
const savedDigest = Effect.fnUntraced(function* (digests: SavedCodes["digests"], code: string, accountId: AccountId) {
  const vault = yield* Vault
  const candidates = yield* vault.digests(typedCode(code), savedCodeContext(accountId))
  return candidates.find((candidate) => digests.includes(candidate))
})

/** Each saved code works once: of two completions with one code, the second finds it used (I1). */
const codeConsumed = (saved: Stored<SavedCodes> | undefined, digest: string | undefined, at: Millis) => {
  if (digest === undefined) return Result.succeed([])
  const left = saved && without(saved.value, digest, at)
  return saved === undefined || left === undefined
    ? Result.fail(new RecoveryCodeWrong())
    : Result.succeed([replace(saved, left, at)])
}
