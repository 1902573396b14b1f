import { type Activity, activity, canonicalJson, sha256Hex } from "@countersign/wire"
import { Clock, Effect, Result, Schema } from "effect"
import type { CredentialType } from "../model/CredentialType.ts"
import { type EnvironmentKey, environmentKey } from "../model/Environment.ts"
import type { AccountId, RequestId } from "../model/ids.ts"
import { Policy } from "../model/Policy.ts"
import type { Millis } from "../model/time.ts"
import type { Json } from "../ports/Collection.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import {
  again,
  before,
  byId,
  byIndex,
  commit,
  type Found,
  insert,
  load,
  type Plan,
  replace,
  type Stored,
  unchanged
} from "../ports/records.ts"
import { freshId } from "../ports/Secrets.ts"
import type { Conflict, Guard, Ref, StoreUnavailable } from "../ports/Store.ts"
import * as Session from "../sessions/Session.ts"
import { RequestExpired, RequestIdMissing, RequestUnknown, StampMissing } from "../signed-requests/refusals.ts"
import * as SignedRequest from "../signed-requests/SignedRequest.ts"
import { Signer } from "../signed-requests/Signer.ts"
import { readStamp, StampAuthority } from "../signed-requests/StampAuthority.ts"

/**
 * Any operation that needs the end user's signature. `begin` decides what will be done; `finish` says which changes
 * do it. The combinator does the rest: the pending request, its payload, the stamp, single use, one commit.
 */
export interface SignedOperation<Command, Intent, Reply, BeginE, BeginR, FinishE> {
  /** Names the operation in every request it issues: an id of one operation never finishes another. */
  readonly name: string
  /** The call a host answers. `body` is the validated body, and the retry must repeat it. */
  readonly call: (command: Command) => {
    readonly method: string
    readonly path: string
    readonly body: Json
  }
  /** What both legs read, loaded in one round trip with what the combinator itself needs. */
  readonly reads: (command: Command, environment: EnvironmentKey) => ReadonlyArray<Ref>
  /** What the first leg decided, as it is stored until the second. */
  readonly intent: Schema.Codec<Intent, Json>
  readonly begin: (leg: FirstLeg<Command>) => Effect.Effect<Begun<Intent>, BeginE, BeginR>
  /** Pure: the intent, not the body of the second leg, says what is done. */
  readonly finish: (leg: SecondLeg<Intent>) => Result.Result<Finished<Reply>, FinishE>
}

export interface FirstLeg<Command> {
  readonly command: Command
  readonly found: Found
  readonly environment: EnvironmentKey
  readonly requestId: RequestId
  readonly at: Millis
  readonly expiresAt: Millis
}

export interface Begun<Intent> {
  readonly accountId: AccountId
  readonly credentialType: CredentialType
  readonly signer: Signer
  readonly activity: Activity
  readonly intent: Intent
  readonly plan: Plan
}

export interface SecondLeg<Intent> {
  readonly intent: Intent
  readonly requestId: RequestId
  readonly found: Found
  readonly environment: EnvironmentKey
  readonly at: Millis
}

export interface Finished<Reply> {
  readonly plan: Plan
  readonly reply: Reply
}

/** The two headers of a retry. Both absent: the first call. */
export interface RetryHeaders {
  readonly stamp?: string | undefined
  readonly requestId?: RequestId | undefined
}

/** The first call is answered with a payload to sign, the retry with the operation's reply. */
export type Outcome<Reply> =
  | { readonly _tag: "Challenge"; readonly request: SignedRequest.Pending }
  | { readonly _tag: "Done"; readonly reply: Reply }

/** Puts an operation behind the signed-retry pattern. */
export const signedRetry = <Command, Intent, Reply, BeginE, BeginR, FinishE>(
  operation: SignedOperation<Command, Intent, Reply, BeginE, BeginR, FinishE>
) => {
  const first = firstLeg(operation)
  const second = secondLeg(operation)
  return Effect.fn(`signedRetry ${operation.name}`)(function* (command: Command, { requestId, stamp }: RetryHeaders) {
    if (requestId === undefined && stamp === undefined) return yield* again(first(command))
    if (stamp === undefined) return yield* new StampMissing()
    if (requestId === undefined) return yield* new RequestIdMissing()
    return yield* again(second(command, requestId, stamp))
  })
}

const firstLeg = <Command, Intent, Reply, BeginE, BeginR, FinishE>(
  operation: SignedOperation<Command, Intent, Reply, BeginE, BeginR, FinishE>
) => {
  const encodeIntent = (intent: Intent) => Effect.orDie(Schema.encodeEffect(operation.intent)(intent))
  return Effect.fnUntraced(function* (command: Command) {
    const here = yield* CurrentEnvironment
    const environment = environmentKey(here)
    const found = yield* load(operation.reads(command, environment))
    const at = yield* Clock.currentTimeMillis
    const expiresAt = at + (yield* Policy).signedRequestLifetime
    const requestId = yield* freshId("Request")
    const begun = yield* operation.begin({
      command,
      found,
      environment,
      requestId,
      at,
      expiresAt
    })
    const call = callOf(operation, command)
    const request = SignedRequest.SignedRequest.cases.Pending.make({
      requestId,
      accountId: begun.accountId,
      credentialType: begun.credentialType,
      call,
      signer: begun.signer,
      intent: yield* encodeIntent(begun.intent),
      payload: activity({
        organizationId: begun.accountId,
        timestampMs: at,
        activity: begun.activity,
        // All that the retry is bound to stands in what the user signs.
        context: {
          ...call,
          requestId,
          expiresAt: String(expiresAt),
          mode: here.mode,
          platformId: here.platformId
        }
      }),
      createdAt: at,
      expiresAt,
      failedStamps: 0
    })
    yield* commit({
      changes: [insert(SignedRequest.signedRequests, environment, request, at), ...begun.plan.changes],
      guards: begun.plan.guards
    })
    const outcome: Outcome<Reply> = { _tag: "Challenge", request }
    return outcome
  })
}

/**
 * Parse, admit, judge the stamp, decide, commit: in this order, and a lost race starts over with what the winner left.
 * A stamp that does not hold is counted before it is refused.
 */
const secondLeg = <Command, Intent, Reply, BeginE, BeginR, FinishE>(
  operation: SignedOperation<Command, Intent, Reply, BeginE, BeginR, FinishE>
) => {
  const decodeIntent = (intent: Json) => Effect.orDie(Schema.decodeUnknownEffect(operation.intent)(intent))
  return Effect.fnUntraced(function* (command: Command, requestId: RequestId, stamp: string) {
    const environment = environmentKey(yield* CurrentEnvironment)
    const requestRef = byId(SignedRequest.signedRequests, environment, requestId)
    const signersRef = sessionsOfStamp(environment, requestId, stamp)
    const found = yield* load([requestRef, signersRef, ...operation.reads(command, environment)])
    const at = yield* Clock.currentTimeMillis
    const request = found.one(requestRef)
    const pending = yield* Effect.fromResult(SignedRequest.admit(request?.value, callOf(operation, command), at))
    if (request === undefined) return yield* new RequestUnknown()

    const signers = found.all(signersRef).filter((session) => maySign(pending, session.value, at))
    const authority = yield* StampAuthority
    const evidence = yield* authority
      .judge({
        header: stamp,
        payload: pending.payload,
        signer: pending.signer,
        allowed: allowedKeys(pending, signers)
      })
      .pipe(Effect.tapError(() => countFailure(request, pending, at)))

    const intent = yield* decodeIntent(pending.intent)
    const done = yield* Effect.fromResult(operation.finish({ intent, requestId, found, environment, at }))
    const consumed = yield* Effect.orDie(Effect.fromResult(SignedRequest.consume(pending, evidence, at)))
    yield* commit({
      changes: [replace(request, consumed, at), ...done.plan.changes],
      guards: [before(pending.expiresAt), ...signers.flatMap(stillActive), ...done.plan.guards]
    }).pipe(Effect.catchIf(isLate, () => Effect.fail(new RequestExpired())))
    const outcome: Outcome<Reply> = { _tag: "Done", reply: done.reply }
    return outcome
  })
}

const callOf = <Command, Intent, Reply, BeginE, BeginR, FinishE>(
  operation: SignedOperation<Command, Intent, Reply, BeginE, BeginR, FinishE>,
  command: Command
): SignedRequest.Call => {
  const { body, method, path } = operation.call(command)
  return {
    operation: operation.name,
    method,
    path,
    bodyDigest: sha256Hex(canonicalJson(body))
  }
}

/**
 * The sessions of the request's account that hold the stamp's key. The account stands in the request, which is read in
 * the same round trip; looked up by key alone, sessions of strangers under that key could crowd the right one out (K8).
 * A stamp that is none has no key, and finds nobody.
 */
const sessionsOfStamp = (environment: EnvironmentKey, requestId: RequestId, stamp: string) => {
  const key = Result.match(readStamp(stamp), { onSuccess: ({ publicKey }) => publicKey, onFailure: () => "" })
  const account = { collection: SignedRequest.signedRequests, id: requestId, field: "accountId" }
  return byIndex(Session.sessions, environment, "signer", [account, key])
}

/** I3: an active session of the same account; the environment is part of the read. */
const maySign = (request: SignedRequest.Pending, session: Session.Session, at: Millis): boolean =>
  Signer.match(request.signer, {
    KeyHolder: () => false,
    SessionOfAccount: ({ except }) =>
      Session.asOf(session, at)._tag === "Active" &&
      session.accountId === request.accountId &&
      session.credentialId !== except
  })

const allowedKeys = (request: SignedRequest.Pending, signers: ReadonlyArray<Stored<Session.Session>>) =>
  Signer.match(request.signer, {
    KeyHolder: ({ publicKey }) => [publicKey],
    SessionOfAccount: () =>
      signers.flatMap(({ value }) => (Session.Session.guards.Active(value) ? [value.publicKey] : []))
  })

/** A session revoked or expired between the look and the commit signs nothing. */
const stillActive = (session: Stored<Session.Session>): ReadonlyArray<Guard> => [
  unchanged(session),
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

const isLate = (error: Conflict | StoreUnavailable) => error._tag === "Conflict" && error.because === "late"
