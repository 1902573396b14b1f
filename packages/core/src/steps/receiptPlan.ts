import { encodeHex, encodeStamp, sha256Hex } from "@countersign/wire"
import { Context } from "effect"
import { type EnvironmentKey, environmentKey, type Millis } from "../model/Environment.ts"
import type { AccountId } from "../model/ids.ts"
import { Policy } from "../model/Policy.ts"
import { CurrentEnvironment } from "../ports/EnvironmentRunner.ts"
import type { AssertionEvidence } from "../ports/Passkeys.ts"
import type { Secrets } from "../ports/Secrets.ts"
import { ServiceKey } from "../ports/ServiceKey.ts"
import type { Vault } from "../ports/Vault.ts"
import { insert, replace, type Write } from "../store/plans.ts"
import { firstBy, type Stored } from "../store/records.ts"
import type { Change, FieldOf } from "../store/Store.ts"
import type { InternalAccount } from "../things/accounts/rules/InternalAccount.ts"
import { type Authorised, type AuthorisedBy, following } from "../things/receipts/rules/chain.ts"
import type { Details } from "../things/receipts/rules/Details.ts"
import {
  bytesOf,
  hashOf,
  type Proof,
  receiptHeads,
  receipts,
  type StoredHead,
  type StoredReceipt
} from "../things/receipts/rules/Receipt.ts"
import type { Session } from "../things/sessions/rules/Session.ts"
import type * as SignedRequest from "../things/signed-requests/rules/SignedRequest.ts"
import type { StampEvidence } from "../things/signed-requests/rules/StampAuthority.ts"
import { sealedDetails } from "./sealedDetails.ts"

/** The receipt that a plan adds. */
export interface NewReceipt {
  readonly authorised: Authorised
  readonly chain: Chain
  /** Encrypted with the data key of the account. The receipt contains a digest of the ciphertext. */
  readonly details?: Details | undefined
}

/** The chain that a receipt is appended to: its account, head and time. */
export interface Chain {
  readonly accountId: AccountId
  readonly head: Stored<StoredHead> | undefined
  readonly at: Millis
}

/** A reference to the chain head of an account. */
export const headRef = (environment: EnvironmentKey, accountId: string | FieldOf) =>
  firstBy(receiptHeads, environment, "account", [accountId])

/**
 * Adds a receipt of the authorisation to the plan. One commit writes both, so every authorised change has a receipt and
 * every receipt has a change. Of two concurrent appends to one head, the second conflicts and decides again. If the plan
 * shreds the head, the receipt is appended to the shredded one.
 */
export function* withReceipt(
  services: Context.Context<CurrentEnvironment | Secrets | ServiceKey | Vault>,
  plan: Write,
  { authorised, chain: { accountId, at, head }, details }: NewReceipt
) {
  const environment = Context.get(services, CurrentEnvironment)
  const { receipts: signer } = Context.get(services, ServiceKey)
  const { receiptLifetime } = Context.get(services, Policy)
  const { kid } = signer
  const { changes: written, guards } = guardedByHead(plan, accountId)
  const isOther = ({ collection, id }: Change) => collection.name !== receiptHeads.name || id !== accountId
  const changes = written.filter(isOther)
  const isShredded = changes.length < written.length
  const secret = details === undefined || isShredded ? undefined : yield* sealedDetails(details, accountId, head?.value)
  const terms = following(head?.value, authorised, {
    environment,
    accountId,
    changes,
    kid,
    at,
    ...(secret === undefined ? {} : { detailsSha256: sha256Hex(secret.details) })
  })
  const bytes = bytesOf(terms)
  const hash = hashOf(bytes)
  const signature = encodeHex(yield* signer.sign(bytes))
  const receipt: StoredReceipt = {
    ...terms,
    hash,
    signature,
    ...(secret === undefined ? {} : { details: secret.details }),
    expiresAt: terms.at + receiptLifetime
  }
  const sealed = isShredded ? undefined : (secret?.sealed ?? head?.value.sealed)
  const next: StoredHead = {
    accountId,
    sequence: terms.sequence,
    hash,
    at: terms.at,
    ...(sealed === undefined ? {} : { sealed })
  }
  const place = environmentKey(environment)
  const write: Write = {
    changes: [
      ...changes,
      insert(receipts, place, receipt, terms.at),
      head === undefined ? insert(receiptHeads, place, next, terms.at) : replace(head, next, terms.at)
    ],
    guards
  }
  return write
}

/** A verified stamp in canonical encoding, or `WAIVED` if the sandbox waived it. */
export const proofOfStamp = ({ stamp }: StampEvidence): Proof =>
  stamp === undefined ? { type: "WAIVED" } : { type: "STAMP", stamp: encodeStamp(stamp) }

export const proofOfAssertion = ({ assertion }: AssertionEvidence): Proof => {
  const { authenticatorData, clientDataJson, signature } = assertion
  return { type: "ASSERTION", clientDataJson, authenticatorData, signature }
}

/** The authorisation given by a consumed signed request, or by something else that is used once, such as a mailed secret. */
export const requestAuthorised = (
  {
    call,
    payload,
    requestId
  }: { readonly call: SignedRequest.Call; readonly payload: string; readonly requestId: string },
  proof: Proof,
  by: AuthorisedBy = {}
): Authorised => ({ ...call, consumed: requestId, payloadSha256: sha256Hex(payload), proof, by })

/** The session whose key signed, and the credential that opened it. */
export const byOf = (session: Stored<Session> | undefined): AuthorisedBy =>
  session === undefined ? {} : { sessionId: session.value.sessionId, credentialId: session.value.credentialId }

/**
 * How commits on one account take turns, so that none misses a session, credential or guardian of another (I5, I6, S2):
 *
 * - A commit that changes or depends on these sets touches the account. It loads the records that it decides on with the
 *   chain head of the account or after it, never before.
 * - It also leaves a receipt in the chain of the account, which replaces or inserts the chain head at the version that was
 *   loaded. Of two such commits the second therefore conflicts, and the account is only guarded: {@link guardedByHead}.
 * - Only a commit on an account without a credential leaves no receipt. It writes the account: no one can sign for it yet, and
 *   the next commit that adds a credential writes it too, or guards it.
 *
 * A commit that depends on a field of the account alone, such as its hold, guards or replaces the account: what changes a field
 * replaces it.
 */
export const touchAccount = (account: Stored<InternalAccount> | undefined, at: Millis): ReadonlyArray<Change> =>
  account === undefined ? [] : [{ ...replace(account, account.value, at), isTouch: true }]

/** The plan beside a receipt of the account: it guards the account that it would only touch. */
export const guardedByHead = (write: Write, accountId: AccountId): Write => {
  const changes: Array<Change> = []
  const guards = [...write.guards]
  for (const change of write.changes) {
    if (change.op === "replace" && change.isTouch === true && change.id === accountId) {
      const { collection, environment, id, version } = change
      guards.push({ guard: "version", collection, environment, id, version, isTouch: true })
    } else changes.push(change)
  }
  return { changes, guards }
}
