import { encodeSessionSigningKey, parsePublicKey } from "@countersign/wire"
import { Effect, Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { PolicyValues } from "../../model/Policy.ts"
import { Seals } from "../../ports/Seals.ts"
import {
  type InternalAccount,
  internalAccounts,
  requireNotSuspended
} from "../../rules/internal-accounts/InternalAccount.ts"
import * as Session from "../../rules/sessions/Session.ts"
import { policyWithin } from "../../rules/settings/Limits.ts"
import { settingsOf, settingsRef } from "../../rules/settings/PlatformSettings.ts"
import { insert, replace, type Write } from "../../store/plans.ts"
import { byIndex, type FoundOf, firstBy, type Stored } from "../../store/records.ts"
import type { FieldOf } from "../../store/Store.ts"

/** The account, and its active sessions. */
export const accountReads = (environment: EnvironmentKey, accountId: string | FieldOf) => ({
  account: accountRef(environment, accountId),
  active: activeRef(environment, accountId)
})
export const accountRef = (environment: EnvironmentKey, accountId: string | FieldOf) =>
  firstBy(internalAccounts, environment, "account", [accountId])
export const activeRef = (environment: EnvironmentKey, accountId: string | FieldOf) =>
  byIndex(Session.sessions, environment, "account", [accountId, "Active"], 1000)

/** The reads for opening a session. */
export const openingReads = (environment: EnvironmentKey, accountId: string | FieldOf) => ({
  ...accountReads(environment, accountId),
  settings: settingsRef(environment)
})
type OpeningFound = FoundOf<ReturnType<typeof openingReads>>

/**
 * Opens a session. Writing the account raises its version, so a concurrent change of the account's credentials or
 * sessions conflicts, retries and sees the new session (I5). Above `sessionsPerAccount`, the oldest session ends. Fails
 * for a suspended account.
 */
export const openSession = (
  opening: Session.Opening,
  { account, active, settings }: OpeningFound,
  {
    at,
    environment,
    policy: ofHost
  }: { readonly environment: EnvironmentKey; readonly policy: PolicyValues; readonly at: Millis }
) => {
  const open = requireNotSuspended(account?.value)
  if (Result.isFailure(open)) return Result.fail(open.failure)
  const policy = policyWithin(ofHost, settingsOf(settings).limits)
  const session = Session.open(opening, policy, at)
  const isFull = active.length >= policy.sessionsPerAccount
  // Most accounts are below the cap, and need no check.
  const others = isFull ? active.filter(isActiveAt(at)) : []
  const evicted = others.slice(Math.max(0, policy.sessionsPerAccount - 1))
  const plan: Write = {
    changes: [
      insert(Session.sessions, environment, session, at),
      ...touchAccount(account, at),
      ...evicted.flatMap((each) => ended(each, at))
    ],
    guards: []
  }
  return Result.succeed({ session, plan })
}

/** Raises the version of the account without other changes. */
export const touchAccount = (account: Stored<InternalAccount> | undefined, at: Millis) =>
  account === undefined ? [] : [replace(account, account.value, at)]

/** The change that ends an active session. A session that has only expired by this node's clock is revoked too (R8). */
export const ended = (session: Stored<Session.Session>, at: Millis) =>
  session.value._tag === "Active" ? [replace(session, Session.revoke(session.value, at), at)] : []

const isActiveAt = (at: Millis) => (session: Stored<Session.Session>) =>
  Session.asOf(session.value, at)._tag === "Active"

/**
 * The session key for a client key. A compressed client key is the session key itself. For an uncompressed one the
 * server generates a key pair and encrypts the private key to the client. The private key is delivered once and never
 * stored (I7).
 */
export const issueSessionKey = Effect.fnUntraced(function* (clientPublicKey: string) {
  const recipient = parsePublicKey(clientPublicKey)
  if (!clientPublicKey.startsWith("04")) return { publicKey: recipient, encryptedSessionSigningKey: undefined }
  const seals = yield* Seals
  const pair = yield* seals.generate
  const sealed = yield* seals.seal({ recipient, plaintext: pair.privateKey })
  pair.privateKey.fill(0)
  return { publicKey: pair.publicKey, encryptedSessionSigningKey: encodeSessionSigningKey(sealed) }
})

/** An opened session, with its encrypted key if one was generated. The key is delivered this one time. */
export interface OpenedSession {
  readonly session: Session.Active
  readonly encryptedSessionSigningKey: string | undefined
}
