import { canonicalJson, sha256Hex } from "@countersign/wire"
import { Clock, Effect, Result, Schema } from "effect"
import { plainly } from "../../kernel/plain.ts"
import { spentOnce } from "../../limits/spentOnce.ts"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import type { RequestId } from "../../model/ids.ts"
import { Policy } from "../../model/Policy.ts"
import type { Millis } from "../../model/time.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import {
  again,
  before,
  byId,
  byIndex,
  commit,
  insert,
  load,
  type Plan,
  replace,
  type Stored,
  unchanged
} from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Conflict, Guard, StoreUnavailable } from "../../ports/Store.ts"
import * as Session from "../../sessions/Session.ts"
import {
  RequestBodyDiffers,
  RequestExpired,
  RequestIdMissing,
  RequestUnknown,
  StampMissing
} from "../../signed-requests/refusals.ts"
import * as SignedRequest from "../../signed-requests/SignedRequest.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import { readStamp, StampAuthority } from "../../signed-requests/StampAuthority.ts"
import { restored, withheld } from "../../signed-requests/withheld.ts"
import { isLate } from "../isTaken.ts"
import { byOf, headRef, proofOfStamp, requestAuthorised, withReceipt } from "../receipts/receiptPlan.ts"
import { pendingRequest, spendRequest } from "./pendingRequest.ts"
import type { Outcome, RetryHeaders, SignedOperation } from "./SignedOperation.ts"

/** Puts an operation behind the signed-retry pattern. */
export const signedRetry = <Command, Intent, Reply, BeginE, BeginR, FinishE, FinishR, TakenE = never>(
  operation: SignedOperation<Command, Intent, Reply, BeginE, BeginR, FinishE, FinishR, TakenE>
) => {
  const first = firstLeg(operation)
  const second = secondLeg(operation)
  return Effect.fnUntraced(function* (command: Command, { requestId, stamp }: RetryHeaders) {
    if (requestId === undefined && stamp === undefined) return yield* spentOnce(again(first(command)))
    if (stamp === undefined) return yield* new StampMissing()
    if (requestId === undefined) return yield* new RequestIdMissing()
    return yield* again(second(command, requestId, stamp))
  })
}

const firstLeg = <Command, Intent, Reply, BeginE, BeginR, FinishE, FinishR, TakenE = never>(
  operation: SignedOperation<Command, Intent, Reply, BeginE, BeginR, FinishE, FinishR, TakenE>
) => {
  const reads = operation.readsToBegin ?? operation.reads
  const encodeIntent = plainly(Schema.flip(operation.intent))
  return Effect.fnUntraced(function* (command: Command) {
    const here = yield* CurrentEnvironment
    const environment = environmentKey(here)
    const found = yield* load(reads(command, environment))
    const at = yield* Clock.currentTimeMillis
    const expiresAt = at + (yield* Policy).signedRequestLifetime
    const requestId = yield* freshId("Request")
    const begun = yield* operation.begin({ command, found, environment, requestId, at, expiresAt })
    if (begun._tag === "Immediate") {
      yield* commit(begun.plan).pipe(Effect.catch(refuseLost(operation, command)))
      const done: Outcome<Reply> = { _tag: "Done", reply: begun.reply }
      return done
    }
    yield* spendRequest(environment, operation.name, begun.accountId, operation.caller?.(command))
    const request = pendingRequest({
      ...begun,
      requestId,
      environment: here,
      call: callOf(operation, command),
      intent: encodeIntent(begun.intent),
      at,
      expiresAt
    })
    const kept = { ...request, payload: withheld(request.payload, operation.secret?.(command)) }
    yield* commit({
      changes: [insert(SignedRequest.signedRequests, environment, kept, at), ...begun.plan.changes],
      guards: begun.plan.guards
    }).pipe(Effect.catch(refuseLost(operation, command)))
    const challenge: Outcome<Reply> = { _tag: "Challenge", request }
    return challenge
  })
}

/**
 * Parse, admit, judge the stamp, decide, commit: in this order, and a lost race starts over with what the winner left.
 * A stamp that does not hold is counted before it is refused.
 */
const secondLeg = <Command, Intent, Reply, BeginE, BeginR, FinishE, FinishR, TakenE = never>(
  operation: SignedOperation<Command, Intent, Reply, BeginE, BeginR, FinishE, FinishR, TakenE>
) => {
  const decodeIntent = plainly(operation.intent)
  return Effect.fnUntraced(function* (command: Command, requestId: RequestId, stamp: string) {
    const environment = environmentKey(yield* CurrentEnvironment)
    const requestRef = byId(SignedRequest.signedRequests, environment, requestId)
    const signersRef = sessionsOfStamp(environment, requestId, stamp)
    const chainRef = headRef(environment, accountOf(requestId))
    const found = yield* load([requestRef, signersRef, chainRef, ...operation.reads(command, environment)])
    const at = yield* Clock.currentTimeMillis
    const request = found.one(requestRef)
    const pending = yield* Effect.fromResult(SignedRequest.admit(request?.value, callOf(operation, command), at))
    if (request === undefined) return yield* new RequestUnknown()
    const payload = restored(pending.payload, operation.secret?.(command))
    const account = operation.account?.(command) ?? pending.accountId
    if (account !== pending.accountId) return yield* new RequestBodyDiffers()

    const elsewhere = yield* signersElsewhere(environment, pending, stamp)
    const signers = [...found.all(signersRef), ...elsewhere].filter((session) => maySign(pending, session.value, at))
    const authority = yield* StampAuthority
    const evidence = yield* authority
      .judge({
        header: stamp,
        payload,
        signer: pending.signer,
        allowed: allowedKeys(pending, signers)
      })
      .pipe(Effect.tapError(() => countFailure(request, pending, at)))

    const intent = decodeIntent(pending.intent)
    const done = yield* operation.finish({ intent, requestId, found, environment, at })
    const consumed = yield* Effect.orDie(Effect.fromResult(SignedRequest.consume(pending, evidence, at)))
    // What the operation itself rewrites is guarded by that; a store takes one condition a record.
    const rewritten = new Set(done.plan.changes.map(({ collection, id }) => `${collection.name} ${id}`))
    const plan: Plan = {
      changes: [replace(request, consumed, at), ...done.plan.changes],
      guards: [
        before(pending.expiresAt),
        ...signers.flatMap((each) => stillActive(each, rewritten)),
        ...done.plan.guards
      ]
    }
    const authorised = requestAuthorised({ ...pending, payload }, proofOfStamp(evidence), done.by ?? byOf(signers[0]))
    const chain = { accountId: pending.accountId, head: found.one(chainRef), at }
    yield* commit(yield* withReceipt(plan, authorised, chain)).pipe(
      Effect.catchIf(isLate, () => Effect.fail(new RequestExpired())),
      Effect.catch(refuseLost(operation, command))
    )
    const outcome: Outcome<Reply> = { _tag: "Done", reply: done.reply }
    return outcome
  })
}

const callOf = <Command, Intent, Reply, BeginE, BeginR, FinishE, FinishR, TakenE = never>(
  operation: SignedOperation<Command, Intent, Reply, BeginE, BeginR, FinishE, FinishR, TakenE>,
  command: Command
): SignedRequest.Call => {
  const { body, method, path } = operation.call(command)
  return { operation: operation.name, method, path, bodyDigest: sha256Hex(canonicalJson(body)) }
}

/** A conflict that deciding again would find again is refused; any other one is decided again. */
const refuseLost =
  <Command, Intent, Reply, BeginE, BeginR, FinishE, FinishR, TakenE = never>(
    { lost }: SignedOperation<Command, Intent, Reply, BeginE, BeginR, FinishE, FinishR, TakenE>,
    command: Command
  ) =>
  <E extends RequestExpired | Conflict | StoreUnavailable>(error: E): Effect.Effect<never, E | TakenE> => {
    const refusal = error._tag === "Conflict" ? lost?.(error, command) : undefined
    return refusal === undefined ? Effect.fail(error) : Effect.fail(refusal)
  }

/**
 * The sessions of the request's account that hold the stamp's key. The account stands in the request, which is read in
 * the same round trip; looked up by key alone, sessions of strangers under that key could crowd the right one out (K8).
 * A stamp that is none has no key, and finds nobody.
 */
const sessionsOfStamp = (environment: EnvironmentKey, requestId: RequestId, stamp: string) =>
  byIndex(Session.sessions, environment, "signer", [accountOf(requestId), keyOf(stamp)])

const keyOf = (stamp: string): string =>
  Result.match(readStamp(stamp), { onSuccess: ({ publicKey }) => publicKey, onFailure: () => "" })

/** Sessions with the stamp's key in the customer's other wallets. Most customers have one wallet: nothing is loaded. */
const signersElsewhere = Effect.fnUntraced(function* (
  environment: EnvironmentKey,
  { accountId, signer }: SignedRequest.Pending,
  stamp: string
) {
  const others = signer._tag === "SessionOfCustomer" ? signer.accountIds.filter((id) => id !== accountId) : []
  if (others.length === 0) return []
  const refs = others.map((id) => byIndex(Session.sessions, environment, "signer", [id, keyOf(stamp)]))
  const found = yield* load(refs)
  return refs.flatMap((ref) => found.all(ref))
})

const accountOf = (requestId: RequestId) => ({
  collection: SignedRequest.signedRequests,
  id: requestId,
  field: "accountId"
})

/** I3: an active session of the same account; the environment is part of the read. */
const maySign = (request: SignedRequest.Pending, session: Session.Session, at: Millis): boolean =>
  Signer.match(request.signer, {
    KeyHolder: () => false,
    Passkey: () => false,
    SessionOfAccount: ({ except }) =>
      Session.asOf(session, at)._tag === "Active" &&
      session.accountId === request.accountId &&
      session.credentialId !== except,
    SessionOfCustomer: ({ accountIds }) =>
      Session.asOf(session, at)._tag === "Active" && accountIds.includes(session.accountId)
  })

const allowedKeys = (request: SignedRequest.Pending, signers: ReadonlyArray<Stored<Session.Session>>) =>
  Signer.match(request.signer, {
    KeyHolder: ({ publicKey }) => [publicKey],
    Passkey: () => [],
    SessionOfAccount: () => signers.flatMap(({ value }) => (value._tag === "Active" ? [value.publicKey] : [])),
    SessionOfCustomer: () => signers.flatMap(({ value }) => (value._tag === "Active" ? [value.publicKey] : []))
  })

/** A session revoked or expired between the look and the commit signs nothing. */
const stillActive = (session: Stored<Session.Session>, rewritten: ReadonlySet<string>): ReadonlyArray<Guard> => [
  ...(rewritten.has(`${session.collection.name} ${session.id}`) ? [] : [unchanged(session)]),
  before(session.value.expiresAt)
]

const countFailure = Effect.fnUntraced(function* (
  request: Stored<SignedRequest.SignedRequest>,
  pending: SignedRequest.Pending,
  at: Millis
) {
  const { stampFailuresToVoid } = yield* Policy
  const counted = yield* Effect.orDie(
    Effect.fromResult(SignedRequest.countFailedStamp(pending, stampFailuresToVoid, at))
  )
  yield* commit({ changes: [replace(request, counted, at)], guards: [] })
})
