import { Effect, Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { CredentialId } from "../../model/ids.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import type { Json } from "../../store/Collection.ts"
import { before, combined, type Limited, unchanged } from "../../store/plans.ts"
import { byId, load, type Stored } from "../../store/records.ts"
import { requireEnabled } from "../access/rules/evaluate.ts"
import type { CodeChallenge } from "../one-time-codes/codes.ts"
import { configOf, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import * as Session from "../sessions/rules/Session.ts"
import { policyWithin } from "../settings/rules/Limits.ts"
import { accessOf, settingsOf, settingsRef } from "../settings/rules/PlatformSettings.ts"
import type * as SignedRequest from "../signed-requests/rules/SignedRequest.ts"
import { credentialTypeOf, kindReads, kinds } from "./kinds/index.ts"
import { beginPasskeyLogin } from "./passkeyLogin.ts"
import { loadResting } from "./resting.ts"
import * as Credential from "./rules/Credential.ts"

/** The reply to a challenge: a public key to encrypt the code to, or a challenge for an authenticator. */
export type ChallengeReply = { readonly credential: Credential.Credential } & (
  | ({ readonly _tag: "CodeIssued" } & CodeChallenge)
  | {
      readonly _tag: "AssertionAwaited"
      readonly credentialId: string
      readonly challenge: string
      readonly request: SignedRequest.Pending
    }
)

/** Starts a login with a credential. A new code invalidates all codes of earlier challenges. */
export const challengeCredential = (credentialId: CredentialId, clientPublicKey?: Json) =>
  startLogin({ credentialId, clientPublicKey })

interface ChallengeCommand {
  readonly credentialId: CredentialId
  readonly clientPublicKey: Json | undefined
}

/** A client key announces a passkey, which needs no records beside the credential. */
const reads = ({ clientPublicKey, credentialId }: ChallengeCommand, environment: EnvironmentKey) => ({
  credential: byId(Credential.credentials, environment, credentialId),
  settings: settingsRef(environment),
  beside: clientPublicKey === undefined ? besideReads(environment, credentialId) : undefined
})

/** The additional records of the credential, and the config of codes and their mails. */
const besideReads = (environment: EnvironmentKey, credentialId: CredentialId) => ({
  config: configOf(environment),
  kept: kindReads(environment, credentialId)
})
const NONE = { config: undefined, kept: { otp: undefined, mail: undefined } }

export const startLogin = operation(reads, { mayReadRecent: ({ clientPublicKey }) => clientPublicKey !== undefined })
  // A credential that rests, whose owner may prove it. The records of a code that was requested with a client key. If
  // the credential is locked, also the sessions of the account: one that another credential opened lifts the lock.
  .more(
    Effect.fnUntraced(function* loadLate({ at, command, environment, found }) {
      const credential = found.credential ?? (yield* loadResting(environment, command.credentialId, at))
      const kind = credential && kinds[credentialTypeOf(credential.value.type)]
      const isLacking = found.beside === undefined && kind?.proof === "verify, sign"
      const { late } = yield* load({ late: isLacking ? besideReads(environment, command.credentialId) : undefined })
      const { config, kept: stored } = found.beside ?? late ?? NONE
      const isLocked = credential !== undefined && kind?.isLocked(stored, at) === true
      const { active } = yield* load({
        active: isLocked ? Session.activeRef(environment, credential.value.accountId) : undefined
      })
      return { config, credential, kept: stored, active }
    })
  )
  .check(function challengeable({ at, command, found: { config, credential, kept: stored, settings }, policy }) {
    return Result.gen(function* () {
      if (credential === undefined) return yield* Result.fail(new Credential.CredentialNotFound())
      yield* Credential.requireNotSuspended(credential.value)
      yield* requireEnabled(accessOf(settings), credential.value.type)
      const { clientPublicKey } = command
      const terms = { at, policy, clientPublicKey, config: walletConfigOf(config) }
      const { answer, inputs } = yield* kinds[credentialTypeOf(credential.value.type)].challenge(
        credential.value,
        stored,
        terms
      )
      return { inputs, answer, credential }
    })
  })
  .prepare(
    Effect.fnUntraced(function* drawChallenge({ checked }) {
      return { challenged: yield* checked.answer, requestId: yield* freshId("Request") }
    })
  )
  .decide(function issueChallenge(leg) {
    const { at, checked, found, prepared } = leg
    const policy = policyWithin(leg.policy, settingsOf(found.settings).limits)
    const { credential } = checked
    const otherSession = lockLifter(credential.value, found.active ?? [], at)
    return Result.map(
      prepared.challenged({ credential, kept: found.kept, policy, at, otherSession }),
      (challenged): Decision<ChallengeReply> & Limited => {
        const shown = Credential.asOf(credential.value, at)
        const isThere = { changes: [], guards: [unchanged(credential)] }
        if (challenged._tag === "CodeIssued") {
          const { plan, ...code } = challenged
          return { ...combined(isThere, plan), reply: { credential: shown, ...code } }
        }
        const { _tag, clientPublicKey, credentialId } = challenged
        const login = beginPasskeyLogin(credential.value, clientPublicKey, prepared.requestId, leg)
        const { challenge, plan, request } = login
        return { ...combined(plan, isThere), reply: { _tag, credential: shown, credentialId, challenge, request } }
      }
    )
  })

/**
 * Guards that an active session, opened by another credential of the account, still exists: it lifts the lock of this
 * one.
 */
const lockLifter = (
  { credentialId }: Credential.Credential,
  active: ReadonlyArray<Stored<Session.Session>>,
  at: Millis
) => {
  const other = active.find(
    ({ value }) => value.credentialId !== credentialId && Session.asOf(value, at)._tag === "Active"
  )
  return other === undefined ? undefined : [unchanged(other), before(other.value.expiresAt)]
}
