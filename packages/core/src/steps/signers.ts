import { Result } from "effect"
import type { EnvironmentKey, Millis } from "../model/Environment.ts"
import type { RequestId } from "../model/ids.ts"
import { before, unchanged } from "../store/plans.ts"
import { load, type Stored } from "../store/records.ts"
import type { Guard } from "../store/Store.ts"
import * as Session from "../things/sessions/rules/Session.ts"
import * as SignedRequest from "../things/signed-requests/rules/SignedRequest.ts"
import { readStamp, Signer } from "../things/signed-requests/rules/StampAuthority.ts"

/** The key of a stamp. A malformed stamp has the empty key, which no session has. */
export const keyOfStamp = (stamp: string): string => {
  const read = readStamp(stamp)
  return Result.isSuccess(read) ? read.success.publicKey : ""
}

/** Sessions of the customer's other wallets. Also those of the account, if the record is gone by which the call names it. */
export function* signersElsewhere(
  environment: EnvironmentKey,
  { accountId, signer }: SignedRequest.Pending,
  near: ReadonlyArray<unknown>
) {
  const all = signer._tag === "SessionOfCustomer" ? signer.accountIds : []
  const isAway = near.length === 0 && (signer._tag === "SessionOfAccount" || signer._tag === "SessionOfCustomer")
  const others = [...(isAway ? [accountId] : []), ...all.filter((id) => id !== accountId)]
  if (others.length === 0) return []
  const found = yield* load(others.map((id) => Session.activeRef(environment, id)))
  return found.flat()
}

/** The account that a stored request belongs to. */
export const accountOfRequest = (requestId: RequestId) => ({
  collection: SignedRequest.signedRequests,
  id: requestId,
  field: "accountId"
})

/** I3: the signer must be an active session of the same account. The environment is part of the read. */
export const maySign = (request: SignedRequest.Pending, session: Session.Session, at: Millis): boolean =>
  Signer.match(request.signer, {
    Guardian: () => false,
    KeyHolder: () => false,
    Passkey: () => false,
    SessionOfAccount: ({ except }) =>
      Session.asOf(session, at)._tag === "Active" &&
      session.accountId === request.accountId &&
      session.credentialId !== except,
    SessionOfCustomer: ({ accountIds }) =>
      Session.asOf(session, at)._tag === "Active" && accountIds.includes(session.accountId)
  })

/** The keys whose stamp completes the request. */
export const allowedKeys = (request: SignedRequest.Pending, signers: ReadonlyArray<Stored<Session.Session>>) =>
  Signer.match(request.signer, {
    KeyHolder: ({ publicKey }) => [publicKey],
    Guardian: () => [],
    Passkey: () => [],
    SessionOfAccount: () => signers.flatMap(({ value }) => (value._tag === "Active" ? [value.publicKey] : [])),
    SessionOfCustomer: () => signers.flatMap(({ value }) => (value._tag === "Active" ? [value.publicKey] : []))
  })

/** A session that is revoked or expires between the read and the commit cannot sign. */
export const stillActive = (session: Stored<Session.Session>, rewritten: ReadonlySet<string>): ReadonlyArray<Guard> => [
  ...(rewritten.has(`${session.collection.name} ${session.id}`) ? [] : [unchanged(session)]),
  before(session.value.expiresAt)
]
