import { encodeSessionSigningKey, parsePublicKey } from "@countersign/wire"
import { Effect, Result } from "effect"
import { requireNotSuspended } from "../../model/accountState.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { CredentialId, CustomerId, SessionId } from "../../model/ids.ts"
import type { PolicyValues } from "../../model/Policy.ts"
import { Seals } from "../../ports/Seals.ts"
import type { Call } from "../../steps/Leg.ts"
import { touchAccount } from "../../steps/receiptPlan.ts"
import type { Governed } from "../../steps/SignedOperation.ts"
import { insert, replace } from "../../store/plans.ts"
import { byId, firstBy, type Stored } from "../../store/records.ts"
import type { FieldOf } from "../../store/Store.ts"
import { requireEnabled } from "../access/rules/evaluate.ts"
import { type InternalAccount, internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { credentials } from "../credentials/rules/Credential.ts"
import { policyWithin } from "../settings/rules/Limits.ts"
import { settingsOf } from "../settings/rules/PlatformSettings.ts"
import * as Session from "./rules/Session.ts"
import { type ClientInfo, sealedClient, sessionClients } from "./rules/SessionClient.ts"

export const accountReads = (environment: EnvironmentKey, accountId: string | FieldOf) => ({
  account: accountRef(environment, accountId),
  active: Session.activeRef(environment, accountId)
})
export const accountRef = (environment: EnvironmentKey, accountId: string | FieldOf) =>
  typeof accountId === "string"
    ? byId(internalAccounts, environment, accountId)
    : firstBy(internalAccounts, environment, "account", [accountId])
export const accountOfCredential = (credentialId: CredentialId): FieldOf => ({
  collection: credentials,
  id: credentialId,
  field: "accountId"
})
export const accountOfSession = (sessionId: string): FieldOf => ({
  collection: Session.sessions,
  id: sessionId,
  field: "accountId"
})

interface OpeningRecords {
  readonly account: Stored<InternalAccount> | undefined
  readonly active: ReadonlyArray<Stored<Session.Session>>
}

/**
 * Opens a session. It touches the account, so a concurrent change of the account's credentials or sessions conflicts,
 * retries and sees the new session (I5). Above `sessionsPerAccount`, the oldest session ends. Fails
 * for a suspended account, and for a kind of credential that the access policy disables.
 */
export const openSession = (
  { client, ...opening }: Session.Opening & { readonly client?: string | undefined },
  { account, active }: OpeningRecords,
  { access, at, environment, policy: ofHost, settings }: Governed & Pick<Call<unknown>, "at" | "environment" | "policy">
) => {
  const open = Result.flatMap(requireNotSuspended(account?.value), () =>
    requireEnabled(access, opening.credential.type)
  )
  if (Result.isFailure(open)) return Result.fail(open.failure)
  const policy = policyWithin(ofHost, settingsOf(settings).limits)
  const session = Session.open(opening, policy, at)
  const isFull = active.length >= policy.sessionsPerAccount
  // Most accounts are below the cap, and need no check.
  const others = isFull ? active.filter(isActiveAt(at)) : []
  const evicted = others.slice(Math.max(0, policy.sessionsPerAccount - 1))
  const plan = {
    changes: [
      insert(Session.sessions, environment, session, at),
      ...(client === undefined ? [] : [insert(sessionClients, environment, clientOf(session, client, policy, at), at)]),
      ...touchAccount(account, at),
      ...evicted.flatMap((each) => ended(each, at))
    ]
  }
  return Result.succeed({ session, plan })
}

/** The stored device of a session. It expires with its retention, at the latest with the session. */
const clientOf = (
  { accountId, expiresAt, sessionId }: Session.Active,
  sealed: string,
  { sessionClientRetention }: PolicyValues,
  at: Millis
) => ({ sessionId, accountId, sealed, expiresAt: Math.min(expiresAt, at + sessionClientRetention) })

/** The encrypted device to store with a new session, if the host passes one and the policy retains it. */
export const clientToStore = (
  sessionId: SessionId,
  client: ClientInfo | undefined,
  { sessionClientRetention }: PolicyValues
) => (client === undefined || sessionClientRetention === 0 ? NOT_STORED : sealedClient(sessionId, client))
const NOT_STORED = Effect.succeed(undefined)

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
  /** The owner of the wallet. Absent where the caller has named the wallet. */
  readonly customerId?: CustomerId | null
}
