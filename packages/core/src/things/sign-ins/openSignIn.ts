import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { type AccountId, PublicKey, type RequestId, SessionId } from "../../model/ids.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isLate } from "../../steps/isTaken.ts"
import type { Leg } from "../../steps/Leg.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { challenged, type Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import { before, replace } from "../../store/plans.ts"
import { byId, byIndex, load, type Stored } from "../../store/records.ts"
import { requireEnabled } from "../access/rules/evaluate.ts"
import { walletRef } from "../accounts/wallets.ts"
import { login, materialOf } from "../credentials/kinds/emailOtpLogin.ts"
import * as Credential from "../credentials/rules/Credential.ts"
import { openedBy } from "../credentials/verify.ts"
import * as OneTimeCode from "../one-time-codes/rules/OneTimeCode.ts"
import { codesOfVisitor, openUntil, provenKey, SignInUnknown } from "../one-time-codes/rules/visitor.ts"
import { named } from "../receipts/rules/Details.ts"
import { accountReads, clientToStore, type OpenedSession } from "../sessions/open.ts"
import type { ClientInfo } from "../sessions/rules/SessionClient.ts"

export interface OpenSignInCommand {
  readonly accountId: AccountId
  readonly signInId: RequestId
  /** The device, as the host passes it. Stored if the policy retains it. */
  readonly client?: ClientInfo | undefined
}

const Intent = Schema.Struct({ publicKey: PublicKey, sessionId: SessionId })

const reads = ({ accountId }: OpenSignInCommand, environment: EnvironmentKey) => ({
  credentials: byIndex(Credential.credentials, environment, "account", [accountId])
})

/** The EMAIL_OTP credential of the wallet, and the codes for visitors of its address. */
const loadProof = Effect.fnUntraced(function* ({
  environment,
  found
}: Leg<OpenSignInCommand, { readonly credentials: ReadonlyArray<Stored<Credential.Credential>> }>) {
  const credential = found.credentials.find(({ value }) => value.type === "EMAIL_OTP")
  const key = credential && codesOfVisitor(materialOf(credential.value).email)
  const { otp } = yield* load({ otp: key === undefined ? undefined : byId(OneTimeCode.oneTimeCodes, environment, key) })
  return { credential, otp }
})

type Proof = Leg<OpenSignInCommand, Effect.Success<ReturnType<typeof loadProof>>>

/** The credential, and the key that was proven with a code to its address. */
const requireProof = ({ at, command, found: { credential, otp }, policy }: Proof) =>
  Result.gen(function* () {
    const publicKey = yield* provenKey(otp, command.signInId, policy, at)
    if (credential === undefined || otp === undefined) return yield* Result.fail(new SignInUnknown())
    yield* Credential.requireNotSuspended(credential.value)
    return { credential, otp, publicKey }
  })

/**
 * Opens the session of a visitor who has proven the address of the wallet's EMAIL_OTP credential. The holder of the key
 * that was sealed beside the code signs.
 */
export const openSignIn = signedRetry({
  name: "OpenSignIn",
  call: ({ accountId, signInId }: OpenSignInCommand) => ({
    method: "POST",
    path: "/auth/sign-ins/session",
    body: { accountId, signInId }
  }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  begin: begins(reads)
    .more(loadProof)
    .check(function proven(leg) {
      return Result.gen(function* () {
        const { credential, publicKey } = yield* requireProof(leg)
        yield* requireEnabled(leg.access, credential.value.type)
        return { inputs: { credential: credential.value, publicKey, expiresAt: leg.expiresAt } }
      })
    })
    .prepare(
      Effect.fnUntraced(function* drawSession({ checked: { inputs }, command }) {
        const { credential, expiresAt, publicKey } = inputs
        const activity = yield* login(credential, command.signInId, publicKey, expiresAt)
        return { activity, sessionId: yield* freshId("Session") }
      })
    )
    .decide(function ask({ checked: { inputs }, command: { accountId }, prepared }) {
      const { publicKey } = inputs
      const { activity, sessionId } = prepared
      const signer = { _tag: "KeyHolder", publicKey } as const
      const intent = { publicKey, sessionId }
      return Result.succeed(challenged({ accountId, credentialType: "EMAIL_OTP", signer, activity, intent }))
    }),
  finish: finishes(Intent, (command: OpenSignInCommand, environment) => ({
    ...reads(command, environment),
    opening: accountReads(environment, command.accountId)
  }))
    .more(loadProof)
    .prepare(function sealDevice({ command, intent, policy }) {
      return Effect.map(clientToStore(intent.sessionId, command.client, policy), (client) => ({ client }))
    })
    .decide(function open(leg) {
      return Result.gen(function* () {
        const { at, command, found, intent, policy, prepared } = leg
        const { credential, otp } = yield* requireProof(leg)
        const used = yield* OneTimeCode.open(otp.value, command.signInId)
        const plan = { changes: [replace(otp, used, at)], guards: [before(openUntil(otp, policy))] }
        const opened = { ...intent, ...prepared }
        const records = { kin: undefined, opening: found.opening }
        const proof = { credential: credential.value, plan }
        const { plan: opening, session } = yield* openedBy(credential, proof, opened, records, leg)
        const finished: Finished<OpenedSession> = {
          reply: { session, encryptedSessionSigningKey: undefined },
          by: { credentialId: credential.value.credentialId },
          details: named(credential.value),
          ...opening
        }
        return finished
      })
    }),
  lost: (conflict) => (isLate(conflict) ? new SignInUnknown() : undefined)
})
