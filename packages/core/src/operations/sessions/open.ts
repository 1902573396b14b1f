import { encodeSessionSigningKey, parsePublicKey } from "@countersign/wire"
import { Effect } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { PolicyValues } from "../../model/Policy.ts"
import { Seals } from "../../ports/Seals.ts"
import { type InternalAccount, internalAccounts } from "../../rules/internal-accounts/InternalAccount.ts"
import * as Session from "../../rules/sessions/Session.ts"
import { byIndex, type FoundOf, firstBy, insert, replace, type Stored, type Write } from "../../store/records.ts"
import type { FieldOf } from "../../store/Store.ts"

/** What opening a session on an account reads: the account, and its sessions that are active. */
export const accountReads = (environment: EnvironmentKey, accountId: string | FieldOf) => ({
  account: accountRef(environment, accountId),
  active: activeRef(environment, accountId)
})
export const accountRef = (environment: EnvironmentKey, accountId: string | FieldOf) =>
  firstBy(internalAccounts, environment, "account", [accountId])
export const activeRef = (environment: EnvironmentKey, accountId: string | FieldOf) =>
  byIndex(Session.sessions, environment, "account", [accountId, "Active"], 1000)

type AccountFound = FoundOf<ReturnType<typeof accountReads>>

/**
 * Opens a session. Writing the account anew raises its version: whatever else changes the account's credentials or
 * sessions at the same time starts over, and sees this one (I5). Above the cap the oldest session ends.
 */
export const openSession = (
  opening: Session.Opening,
  { account, active }: AccountFound,
  {
    at,
    environment,
    policy
  }: { readonly environment: EnvironmentKey; readonly policy: PolicyValues; readonly at: Millis }
) => {
  const session = Session.open(opening, policy, at)
  const isFull = active.length >= policy.sessionsPerAccount
  // Most accounts have few, and those need not be looked at.
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
  return { session, plan }
}

/** Raises the version of the account, and changes nothing else of it. */
export const touchAccount = (account: Stored<InternalAccount> | undefined, at: Millis) =>
  account === undefined ? [] : [replace(account, account.value, at)]

/** The change that ends a session, where none has ended it: not where its time is over by this node's clock alone (R8). */
export const ended = (session: Stored<Session.Session>, at: Millis) =>
  session.value._tag === "Active" ? [replace(session, Session.revoke(session.value, at), at)] : []

const isActiveAt = (at: Millis) => (session: Stored<Session.Session>) =>
  Session.asOf(session.value, at)._tag === "Active"

/**
 * The key of a session for a client key. A compressed client key is the session's key itself. For an uncompressed one
 * a pair is made, its private half sealed to the client, delivered once, and kept nowhere (I7).
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

/** A session as it is handed out: its key, if one was sealed, for the only time. */
export interface OpenedSession {
  readonly session: Session.Active
  readonly encryptedSessionSigningKey: string | undefined
}
