import { encodeUtf8, sha256Hex } from "@countersign/wire"
import { Clock, Effect } from "effect"
import { ANSWER_STORED_MAX, Answer, type KeptAnswer, keptAnswers } from "../idempotency/KeptAnswer.ts"
import {
  AnswerLost,
  AnswerTooLong,
  AnswerWithheld,
  CallInFlight,
  IdempotencyKeyReused
} from "../idempotency/refusals.ts"
import { type EnvironmentKey, environmentKey } from "../model/Environment.ts"
import { isOver, type Millis } from "../model/time.ts"
import { type Attempt, CurrentAttempt } from "../ports/Attempt.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { byId, insert, loadOne, replace, type Stored } from "../ports/records.ts"
import { type Change, Store } from "../ports/Store.ts"
import { Vault } from "../ports/Vault.ts"
import { vaulted } from "../ports/vaulted.ts"

/** A call under an idempotency key. */
export interface KeyedCall {
  readonly key: string
  /** Whose key it is, and for what: a token, a method, a path, and of a signed retry its request. */
  readonly scope: ReadonlyArray<string>
  readonly body: string
  /** Its success delivers a key, and is not kept. */
  readonly isWithheld?: boolean
}

/** The answer of this very call, or that of the first one under its key. */
export type Once<A> = { readonly _tag: "Made"; readonly answer: A } | { readonly _tag: "Kept"; readonly answer: Answer }

const LIFETIME: Millis = 86_400_000
/** For how long the first call may be at it. */
const PATIENCE: Millis = 30_000
const LOOKS = 20

/**
 * Does what a call asks for once, and answers every further call under the same key as the first one was answered. That
 * it was made is part of the commit that did it, so no crash and no race does it twice.
 */
export const answerOnce = Effect.fnUntraced(function* <A extends Answer, E, R>(
  call: KeyedCall,
  run: Effect.Effect<A, E, R>
) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const key = sha256Hex(JSON.stringify([...call.scope, call.key]))
  const digests = yield* (yield* Vault).digests(call.body, `idempotency ${key}`)
  const [bodyDigest] = digests
  for (let look = 0; look < LOOKS; look++) {
    const at = yield* Clock.currentTimeMillis
    const kept = yield* loadOne(byId(keptAnswers, environment, key))
    if (kept === undefined || isOver(kept.value.expiresAt, at)) {
      const fresh = { key, bodyDigest, madeAt: at, expiresAt: at + LIFETIME }
      const answer = yield* attempt(environment, kept, fresh, run, call.isWithheld === true)
      if (answer !== undefined) return made(answer)
      continue
    }
    if (!digests.includes(kept.value.bodyDigest)) return yield* new IdempotencyKeyReused()
    if (kept.value.isWithheld === true) return yield* new AnswerWithheld()
    if (kept.value.isTooLong === true) return yield* new AnswerTooLong()
    if (kept.value.sealed !== undefined) return keptBy(yield* unsealed(key, kept.value.sealed))
    if (at - kept.value.madeAt > PATIENCE) return yield* new AnswerLost()
    // Whoever made it is about to say how it went.
    yield* Effect.sleep("50 millis")
  }
  const at = yield* Clock.currentTimeMillis
  return yield* new CallInFlight({ at, until: at + 1000 })
})

const made = <A>(answer: A): Once<A> => ({ _tag: "Made", answer })
const keptBy = (answer: Answer): Once<never> => ({ _tag: "Kept", answer })

/** The answer, or nothing where another call under the key was there first. */
const attempt = Effect.fnUntraced(function* <A extends Answer, E, R>(
  environment: EnvironmentKey,
  kept: Stored<KeptAnswer> | undefined,
  fresh: KeptAnswer,
  run: Effect.Effect<A, E, R>,
  isSecret: boolean
) {
  const store = yield* Store
  const written = (value: KeptAnswer): Change =>
    kept === undefined ? insert(keptAnswers, environment, value, value.madeAt) : replace(kept, value, value.madeAt)
  const mine: Attempt = { companion: written(fresh), isKept: false, isLost: false }
  const answer = yield* Effect.provideService(run, CurrentAttempt, mine)
  if (mine.isLost) return undefined
  const isLong = isTooLong(answer)
  // Where nothing was done, a long answer is not worth a record: the same call is refused again.
  if (!isKeepable(answer) || (isLong && !mine.isKept)) return answer
  const value: KeptAnswer = isLong ? { ...fresh, isTooLong: true } : yield* storedAs(fresh, answer, isSecret)
  if (!mine.isKept) {
    // Nothing was done: the answer is a refusal, and the first of two that is kept is the one.
    const isFirst = yield* store.commit([written(value)], []).pipe(
      Effect.as(true),
      Effect.catchTag("Conflict", () => Effect.succeed(false))
    )
    return isFirst ? answer : undefined
  }
  const companion: Stored<KeptAnswer> = {
    collection: keptAnswers,
    environment,
    id: fresh.key,
    version: (kept?.version ?? 0) + 1,
    createdAt: fresh.madeAt,
    updatedAt: fresh.madeAt,
    value: fresh
  }
  // It is done whatever becomes of the record: its caller hears of it.
  yield* Effect.ignore(store.commit([replace(companion, value, fresh.madeAt)], []))
  return answer
})

/** I7: a key is delivered once and stored nowhere. What is not a success, or asks for a signature first, holds none. */
const storedAs = Effect.fnUntraced(function* (fresh: KeptAnswer, answer: Answer, isSecret: boolean) {
  const value: KeptAnswer =
    isSecret && (answer.status === 200 || answer.status === 201)
      ? { ...fresh, isWithheld: true }
      : { ...fresh, sealed: yield* sealed(fresh.key, answer) }
  return value
})

/** Whether an answer is longer than what is stored. UTF-8 takes up to three bytes for a unit of UTF-16. */
const isTooLong = ({ body }: Answer): boolean =>
  body.length * 3 > ANSWER_STORED_MAX &&
  (body.length > ANSWER_STORED_MAX || encodeUtf8(body).length > ANSWER_STORED_MAX)

/** What might go otherwise the next time is worth another try: a failure of ours, and a call too many. */
const isKeepable = ({ status }: Answer): boolean => status < 500 && status !== 429

const { open, seal } = vaulted(Answer)

const sealed = (key: string, { body, status }: Answer) => seal({ status, body }, `idempotency ${key}`)
const unsealed = (key: string, text: string) => open(text, `idempotency ${key}`)
