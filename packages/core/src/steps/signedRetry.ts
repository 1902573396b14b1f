import { canonicalJson, sha256Hex } from "@countersign/wire"
import { Context, Effect, Equal, Result, Schema } from "effect"
import { type EnvironmentKey, environmentKey, type Millis } from "../model/Environment.ts"
import type { RequestId } from "../model/ids.ts"
import { CurrentEnvironment } from "../ports/EnvironmentRunner.ts"
import { freshId } from "../ports/Secrets.ts"
import { Vault } from "../ports/Vault.ts"
import { compiledDecoder } from "../schema/compiledDecoder.ts"
import type { Json } from "../store/Collection.ts"
import {
  before,
  combined,
  insert,
  type Limited,
  type Plan,
  put,
  type RecordOf,
  type RefusalOf,
  refusalOf,
  unchanged
} from "../store/plans.ts"
import { byId, type Stored } from "../store/records.ts"
import type { Change, Conflict } from "../store/Store.ts"
import { authorise, authorityOf, requireStanding } from "../things/access/rules/authority.ts"
import { stepUpFor } from "../things/access/rules/evaluate.ts"
import type { InternalAccount } from "../things/accounts/rules/InternalAccount.ts"
import * as Session from "../things/sessions/rules/Session.ts"
import { accessOf, settingsRef } from "../things/settings/rules/PlatformSettings.ts"
import {
  RequestBodyDiffers,
  RequestExpired,
  RequestForAnotherCall,
  RequestIdMissing,
  StampMissing
} from "../things/signed-requests/rules/refusals.ts"
import * as SignedRequest from "../things/signed-requests/rules/SignedRequest.ts"
import { withoutSecret, withSecret } from "../things/signed-requests/rules/SignedRequest.ts"
import { StampAuthority, type StampClaim, type StampEvidence } from "../things/signed-requests/rules/StampAuthority.ts"
import { admitUnstored, boundId, ID_KEYS, issuedAt } from "../things/signed-requests/rules/unstored.ts"
import { type CallCache, newCallCache, untilCommitted } from "./CallCache.ts"
import { carryOut, type LimitsE, type PlanNeeds } from "./carryOut.ts"
import { isLate } from "./isTaken.ts"
import type { Leg } from "./Leg.ts"
import { pendingRequest, requestLimits } from "./pendingRequest.ts"
import { byOf, headRef, proofOfStamp, requestAuthorised } from "./receiptPlan.ts"
import { loadReads, runSteps } from "./run.ts"
import type {
  Challenged,
  Finished,
  FirstLeg,
  Immediate,
  Outcome,
  RetryHeaders,
  SignedOperation
} from "./SignedOperation.ts"
import type {
  AnswerOf,
  CommandOf,
  Deciding,
  FailureOf,
  ReplyOf,
  Run,
  ServicesOf,
  StepRefusal,
  StepService
} from "./Steps.ts"
import { accountOfRequest, allowedKeys, keyOfStamp, maySign, signersElsewhere, stillActive } from "./signers.ts"
import { AccountTurns } from "./turns.ts"

/** Makes an operation with the signed-retry pattern. Both legs take the same command, and the second one the intent of the first. */
export function signedRetry<
  B extends Deciding<Challenged<unknown> | Immediate<unknown>>,
  F extends Deciding<Finished<unknown>>,
  TakenE = never
>(
  operation: SignedOperation<CommandOf<B>, TakenE> & {
    readonly begin: B & Deciding<Challenged<IntentOf<F>> | Immediate<unknown>>
    readonly finish: F & (CommandOf<B> extends CommandOf<F> ? unknown : never)
    readonly account?: LegOf<F> extends Omit<LegOf<B>, keyof FirstLeg | "command"> ? unknown : never
  }
): SignedRetry<B, F, TakenE>
export function signedRetry(operation: Signed): unknown {
  const { begin, finish } = operation
  return Object.assign(retrying(operation), { begin, finish })
}

/** A signed operation to call. Tests call the steps of its legs one at a time. */
export interface SignedRetry<B, F, TakenE> {
  readonly begin: B
  readonly finish: F
  (
    command: CommandOf<B>,
    headers: RetryHeaders
  ): Effect.Effect<
    Outcome<ReplyOf<AnswerOf<B> | AnswerOf<F>>>,
    RetriedError | RefusalOf<FailureOf<B | F>> | LimitsE<RecordOf<FailureOf<B | F>>> | TakenE,
    RetriedServices | ServicesOf<B | F> | PlanNeeds<RecordOf<FailureOf<B | F>>>
  >
}

type LegOf<S> = S extends { readonly decide: (leg: infer L) => unknown } ? L : never
type IntentOf<F> = LegOf<F> extends { readonly intent: infer Intent } ? Intent : never

/** A signed operation as the runner has it, without the types of its command, intent and reply. */
interface Signed extends SignedOperation<never, StepRefusal> {
  readonly begin: Run<Challenged<unknown> | Immediate<unknown>>
  readonly finish: Run<Finished<unknown>> & { readonly intent: Schema.Codec<unknown, Json> }
}

/** The function that runs a signed retry. */
export const retrying = (operation: Signed) => {
  const { begin, finish } = operation
  const encodeIntent = compiledDecoder(Schema.flip(finish.intent))
  const decodeIntent = compiledDecoder(finish.intent)

  const isRefusable = !authorityOf(operation.name).held
  const { account, isAllowedHeld, name } = operation

  const firstReads = (command: never, environment: EnvironmentKey) => ({
    found: begin.reads(command, environment),
    wallets: isRefusable ? operation.wallets(command, environment) : undefined,
    settings: settingsRef(environment)
  })

  const first = Effect.fnUntraced(function* firstLeg(command: never, cache: FirstCache) {
    const loaded = yield* loadReads(firstReads, command, cache)
    const { environment, policy } = loaded
    const { found, settings, wallets = NONE } = loaded.found
    const access = accessOf(settings)
    yield* Effect.fromResult(requireStanding({ name, isAllowedHeld: isAllowedHeld?.(command) }, wallets, loaded.at))
    const { signedRequestLifetime: lifetime } = policy
    cache.terms ??= { drawn: yield* freshId("Request"), expiresAt: loaded.at + lifetime }
    const { drawn } = cache.terms
    const isStored = account === undefined || policy.firstLegs === "stored"
    // The second leg decides again at the time in the id.
    const at = isStored ? loaded.at : issuedAt(drawn)
    const expiresAt = isStored ? cache.terms.expiresAt : at + lifetime
    const leg = { ...loaded, found, access, settings, requestId: drawn, expiresAt, at }
    const decision = yield* runSteps(begin, leg, cache)
    if (decision._tag === "Immediate") {
      yield* carryOut({ receipts: [], ...decision }, leg, cache)
      const done: Outcome<unknown> = { _tag: "Done", reply: decision.reply }
      return done
    }
    const { accountId, intent } = decision
    const call = callOf(name, operation.call(command))
    const limits = requestLimits(policy, environment, name, accountId, operation.caller?.(command))
    let requestId = drawn
    if (!isStored) {
      // The second leg loads what this one may have from memory.
      cache.recentVersions = []
      const [key] = yield* (yield* Vault).digests(environment, ID_KEYS)
      requestId = boundId(drawn, key, { lifetime, call, account: account?.(command), intent })
    }
    const request = pendingRequest({ ...decision, intent: encodeIntent(intent), call }, { ...leg, requestId })
    const secret = operation.secret?.(command)
    const payload = withoutSecret(request.payload, secret)
    const stored = secret === undefined ? request : SignedRequest.issue({ ...request, payload })
    const waiting: Plan & Limited = {
      changes: isStored ? [insert(SignedRequest.signedRequests, environment, stored, at)] : [],
      limits
    }
    yield* carryOut(combined(waiting, decision), leg, cache)
    const challenge: Outcome<unknown> = { _tag: "Challenge", request, stepUp: stepUpFor(access, operation) }
    return challenge
  })

  const secondReads = (
    { command, requestId }: Pick<SignedHeaders, "requestId"> & { readonly command: never },
    environment: EnvironmentKey
  ) => {
    // Read from its record or the request's in the same round trip. A lookup of sessions by key alone could return so many
    // of other accounts that the right one is missed (K8).
    const accountId = account?.(command) ?? accountOfRequest(requestId)
    return {
      request: byId(SignedRequest.signedRequests, environment, requestId),
      signers: Session.activeRef(environment, accountId),
      chain: headRef(environment, accountId),
      wallets: isRefusable ? operation.wallets(command, environment) : undefined,
      settings: settingsRef(environment),
      found: finish.reads(command, environment)
    }
  }

  /** The request of a first leg that stored nothing, as that one decided it. */
  const decidedAgain = (leg: SecondAgain, call: SignedRequest.Call, keys: ReadonlyArray<string>) =>
    Result.gen(function* () {
      const { command, policy, requestId } = leg
      const { signedRequestLifetime: lifetime } = policy
      const at = issuedAt(requestId)
      const begun = { ...leg, at, expiresAt: at + lifetime }
      // An operation that stores its requests has none here, and its steps are not for a second leg.
      const decision = account === undefined ? undefined : begin.decide(begun)
      const decided = decision === undefined || Result.isFailure(decision) ? undefined : decision.success
      const intent = decided?._tag === "Challenged" ? decided.intent : undefined
      const bound = { lifetime, call, account: account?.(command), intent }
      const isOfIntent = yield* admitUnstored(requestId, keys, bound, leg.at)
      if (decision !== undefined && Result.isFailure(decision)) return yield* Result.fail(refusalOf(decision.failure))
      if (decided?._tag !== "Challenged") return yield* Result.fail(new RequestForAnotherCall())
      if (!isOfIntent) return yield* Result.fail(operation.differs?.() ?? new RequestBodyDiffers())
      return pendingRequest({ ...decided, intent: encodeIntent(decided.intent), call }, begun)
    })

  /**
   * The second leg: decode, admit, verify the stamp, apply the access policy, decide and commit, in this order. A
   * version conflict starts over with fresh records. A failed stamp is counted before the refusal is returned.
   */
  const second = Effect.fnUntraced(function* secondLeg(
    command: never,
    { key, requestId, stamp }: SignedHeaders,
    cache: SecondCache
  ) {
    const loaded = yield* loadReads(secondReads, { command, requestId }, cache)
    const { at, environment, policy } = loaded
    const { chain, found, request, settings, signers: near, wallets = NONE } = loaded.found
    const access = accessOf(settings)
    const call = callOf(name, operation.call(command))
    const admitted =
      request === undefined
        ? decidedAgain(
            { ...loaded, command, found, access, settings, requestId },
            call,
            yield* (yield* Vault).digests(environment, ID_KEYS)
          )
        : SignedRequest.admit(request.value, call, at)
    if (Result.isFailure(admitted)) return yield* Effect.fail(admitted.failure)
    const pending = admitted.success
    const payload = withSecret(pending.payload, operation.secret?.(command))
    const named = account?.(command)
    if (typeof named === "string" && named !== pending.accountId) return yield* new RequestBodyDiffers()

    const elsewhere = yield* signersElsewhere(environment, pending, near)
    const signers = [...near, ...elsewhere].filter(
      ({ value }) => value._tag === "Active" && value.publicKey === key && maySign(pending, value, at)
    )
    const claim = { header: stamp, payload, signer: pending.signer, allowed: allowedKeys(pending, signers) }
    const signedBy = signers.map(({ value }) => value.sessionId)
    const intent = decodeIntent(pending.intent)
    // A session that the policy refuses leaves the request pending and uncounted, for one that it accepts. The holder
    // of one key refreshes a session or logs in; those operations apply the policy themselves.
    const isOfSession = pending.signer._tag !== "KeyHolder"
    const authority = authorise(
      { name, isAllowedHeld: isAllowedHeld?.(command) },
      wallets,
      isOfSession ? signers : [],
      isOfSession ? access : undefined,
      at
    )
    const [signer] = Result.getOrElse(authority, () => [])
    const leg = {
      ...loaded,
      command,
      found,
      access,
      settings,
      requestId,
      signedBy,
      signer: signer?.value,
      accounts: wallets,
      intent
    }
    const written = (next: SignedRequest.SignedRequest) =>
      put(SignedRequest.signedRequests, environment, request, next, at)
    const evidence = yield* verifyStampOnce(claim, cache).pipe(
      Effect.tapError(() => {
        const counted = SignedRequest.countFailedStamp(pending, policy.stampFailuresToVoid, at)
        return carryOut({ changes: [written(counted)] }, leg, cache)
      })
    )
    if (Result.isFailure(authority)) return yield* Effect.fail(authority.failure)

    const done = yield* runSteps(finish, leg, cache)
    // The operation's own changes already guard their records; a store accepts one condition per record.
    const rewritten = new Set(done.changes.map(keyOf))
    const signed: Plan & Limited = {
      limits: [],
      changes: [written(SignedRequest.consume(pending, evidence, at))],
      guards: [
        before(pending.expiresAt),
        ...signers.flatMap((each) => stillActive(each, rewritten)),
        // A hold that another call commits in between makes this commit conflict, and decide again.
        ...wallets.filter((each) => !rewritten.has(keyOf(each))).map(unchanged)
      ]
    }
    const own = { accountId: pending.accountId, head: chain }
    const proven = {
      authorised: requestAuthorised(
        { ...pending, payload },
        proofOfStamp(evidence),
        done.by ?? byOf(isOfSession ? signer : signers[0])
      ),
      details: done.details
    }
    const receipts = [{ ...proven, chain: { ...own, at } }]
    for (const chain of done.chains ?? []) {
      if (chain.accountId !== own.accountId) receipts.push({ ...proven, chain: { ...chain, at } })
    }
    yield* carryOut({ ...combined(signed, done), receipts }, leg, cache)
    const outcome: Outcome<unknown> = { _tag: "Done", reply: done.reply }
    return outcome
  })

  return Effect.fnUntraced(function* signedCall(command: never, { requestId, stamp }: RetryHeaders) {
    const lost = (conflict: Conflict) => operation.lost?.(conflict, command)
    if (requestId === undefined && stamp === undefined) {
      const cache: FirstCache = newCallCache(command, begin)
      return yield* untilCommitted(first(command, cache), cache, lost)
    }
    if (stamp === undefined) return yield* new StampMissing()
    if (requestId === undefined) return yield* new RequestIdMissing()
    const cache: SecondCache = newCallCache(command)
    const key = keyOfStamp(stamp)
    const committed = untilCommitted(second(command, { key, requestId, stamp }, cache), cache, (conflict) =>
      isLate(conflict) ? new RequestExpired() : lost(conflict)
    )
    if (key === "") return yield* committed
    // Calls that one key signs wait in a line before they load anything, so that many of them delay no others (GO6).
    return yield* Effect.contextWith((services: Context.Context<CurrentEnvironment>) => {
      const here = environmentKey(Context.get(services, CurrentEnvironment))
      return Context.get(services, AccountTurns).inLine(`${here} ${key}`, committed)
    })
  })
}

type Retried = ReturnType<typeof retrying> extends (command: never, headers: RetryHeaders) => infer Call ? Call : never
/** The errors and services of every signed retry, beside its own steps. */
export type RetriedError = Exclude<Effect.Error<Retried>, StepRefusal>
export type RetriedServices = Exclude<Effect.Services<Retried>, StepService>

const keyOf = ({ collection, id }: Pick<Change, "collection" | "id">): string => `${collection.name} ${id}`

const NONE: ReadonlyArray<Stored<InternalAccount>> = []

/** The two headers of a signed retry. */
interface SignedHeaders {
  readonly requestId: RequestId
  readonly stamp: string
  readonly key: string
}

/** The id that was drawn and the expiry belong to the call and are the same in all of its attempts. */
interface FirstCache extends CallCache<unknown, StepRefusal> {
  terms?: { readonly drawn: RequestId; readonly expiresAt: Millis }
}

/** The records of a second leg, from which the first leg's decision follows again. */
type SecondAgain = Leg<never, object> & Omit<FirstLeg, "expiresAt">

interface SecondCache extends CallCache<unknown, StepRefusal> {
  stamp?: { readonly claim: StampClaim; readonly evidence: StampEvidence }
}

/** Verifies a stamp. The result is cached per claim, so a retry after a conflict does not verify it again. */
const verifyStampOnce = Effect.fnUntraced(function* verifyStamp(claim: StampClaim, cache: SecondCache) {
  if (cache.stamp !== undefined && Equal.equals(cache.stamp.claim, claim)) return cache.stamp.evidence
  const authority = yield* StampAuthority
  const evidence = yield* authority.judge(claim)
  cache.stamp = { claim, evidence }
  return evidence
})

/** A call of an operation, as requests and receipts name it. `body` is null if there was none. */
export const callOf = (
  operation: string,
  { body, method, path }: { readonly method: string; readonly path: string; readonly body: Json }
): SignedRequest.Call => ({ operation, method, path, bodyDigest: sha256Hex(canonicalJson(body)) })
