import { encodeUtf8, sha256Hex } from "@countersign/wire"
import { Clock, Data, Effect, Result } from "effect"
import { type EnvironmentKey, environmentKey, isOver, type Millis } from "../model/Environment.ts"
import { CurrentEnvironment } from "../ports/EnvironmentRunner.ts"
import { Vault, vaulted } from "../ports/Vault.ts"
import {
  ANSWER_STORED_MAX,
  Answer,
  AnswerLost,
  AnswerTooLong,
  AnswerWithheld,
  CallInFlight,
  IdempotencyKeyReused,
  type KeptAnswer,
  keptAnswers
} from "../rules/idempotency/KeptAnswer.ts"
import { byId, type FoundOf, nothing } from "../store/records.ts"
import { type Attempt, type Change, CurrentAttempt } from "../store/Store.ts"
import { type Decision, type Leg, operation } from "./operation.ts"

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
/** How often a call looks for the answer of the first one. */
const LOOKS = 20

/**
 * Does what a call asks for once, and answers every further call under the same key as the first one was answered. That
 * it was made is part of the commit that did it, so no crash and no race does it twice.
 */
export const answerOnce = Effect.fnUntraced(function* <A extends Answer, E, R>(
  call: KeyedCall,
  run: Effect.Effect<A, E, R>
) {
  const key = sha256Hex(JSON.stringify([...call.scope, call.key]))
  const digests = yield* (yield* Vault).digests(call.body, `idempotency ${key}`)
  for (let nth = 0; nth < LOOKS; nth++) {
    const state = yield* look({ key, digests })
    // The first call is about to answer.
    if (state === undefined) yield* Effect.sleep("50 millis")
    else if ("sealed" in state) {
      const kept: Once<A> = { _tag: "Kept", answer: yield* open(state.sealed, contextOf(key)) }
      return kept
    } else {
      const answer = yield* attempted(state, run, call.isWithheld === true)
      const made: Once<A> | undefined = answer && { _tag: "Made", answer }
      if (made !== undefined) return made
    }
  }
  const at = yield* Clock.currentTimeMillis
  return yield* new CallInFlight({ at, until: at + 1000 })
})

// --- What is stored under the key ---

interface Look extends Pick<KeyedCall, "key"> {
  /** Of the body, under each key of the vault. */
  readonly digests: readonly [string, ...string[]]
}

/** No call was made under the key, or the record of it has expired. */
interface Free {
  /** Of the record as it is stored, and 0 where there is none. */
  readonly version: number
  /** The record of this call. */
  readonly fresh: KeptAnswer
}

const reads = ({ key }: Look, environment: EnvironmentKey) => ({ kept: byId(keptAnswers, environment, key) })

/** The answer that is stored, or that the key is free; `undefined` while the first call is under way. */
export const decideLook = ({
  at,
  command: { digests, key },
  found: { kept }
}: Leg<Look, FoundOf<ReturnType<typeof reads>>>) =>
  Result.gen(function* () {
    const found = (reply: Free | { readonly sealed: string } | undefined) => ({ ...nothing, reply })
    if (kept === undefined || isOver(kept.value.expiresAt, at)) {
      const fresh = { key, bodyDigest: digests[0], madeAt: at, expiresAt: at + LIFETIME }
      return found({ version: kept?.version ?? 0, fresh })
    }
    const { bodyDigest, isTooLong, isWithheld, madeAt, sealed } = kept.value
    if (!digests.includes(bodyDigest)) return yield* Result.fail(new IdempotencyKeyReused())
    if (isWithheld === true) return yield* Result.fail(new AnswerWithheld())
    if (isTooLong === true) return yield* Result.fail(new AnswerTooLong())
    if (sealed !== undefined) return found({ sealed })
    return at - madeAt > PATIENCE ? yield* Result.fail(new AnswerLost()) : found(undefined)
  })

const look = operation({ reads, decide: decideLook })

/** The answer, or nothing where another call under the key was there first. */
const attempted = Effect.fnUntraced(function* <A extends Answer, E, R>(
  free: Free,
  run: Effect.Effect<A, E, R>,
  isSecret: boolean
) {
  const companion = written(environmentKey(yield* CurrentEnvironment), free.version, free.fresh)
  const mine: Attempt = { companion, isKept: false, isLost: false }
  const answer = yield* Effect.provideService(run, CurrentAttempt, mine)
  if (mine.isLost) return undefined
  const keeping = keep({ ...free, answer, isSecret, isDone: mine.isKept })
  // It is done whatever becomes of the record: its caller hears of it.
  if (mine.isKept) return yield* Effect.as(Effect.ignore(keeping), answer)
  return yield* keeping.pipe(
    Effect.as<A | undefined>(answer),
    Effect.catchTag("AnsweredBefore", () => Effect.undefined)
  )
})

const written = (environment: EnvironmentKey, version: number, value: KeptAnswer): Change => {
  const record = { collection: keptAnswers, environment, id: value.key }
  const content = { body: keptAnswers.encode(value), at: value.madeAt }
  return version === 0 ? { op: "insert", ...record, ...content } : { op: "replace", ...record, version, ...content }
}

// --- What is stored of an answer ---

interface Keep extends Free {
  readonly answer: Answer
  /** A success of this call delivers a key. */
  readonly isSecret: boolean
  /** The call committed something, and with it the record that it was made. */
  readonly isDone: boolean
}

const formOf = ({ answer, isDone, isSecret }: Keep): "nothing" | "sealed" | "tooLong" | "withheld" => {
  const isLong = isTooLong(answer)
  // Where nothing was done, a long answer is not worth a record: the same call is refused again.
  if (!isKeepable(answer) || (isLong && !isDone)) return "nothing"
  if (isLong) return "tooLong"
  // I7: a key is delivered once and stored nowhere. What is not a success, or asks for a signature first, has none.
  return isSecret && (answer.status === 200 || answer.status === 201) ? "withheld" : "sealed"
}

const sealedAnswer = ({ command }: Pick<Leg<Keep, unknown>, "command">) => {
  const { body, status } = command.answer
  return formOf(command) === "sealed" ? seal({ status, body }, contextOf(command.fresh.key)) : Effect.undefined
}

export const decideKeep = ({
  command,
  environment,
  prepared: sealed
}: Pick<Leg<Keep, unknown>, "command" | "environment"> & {
  readonly prepared: string | undefined
}): Result.Result<Decision<void>> => {
  const { fresh, isDone, version } = command
  const form = formOf(command)
  if (form === "nothing") return Result.succeed({ ...nothing, reply: undefined })
  const value: KeptAnswer = {
    ...fresh,
    ...(form === "tooLong" ? { isTooLong: true } : {}),
    ...(form === "withheld" ? { isWithheld: true } : {}),
    ...(sealed === undefined ? {} : { sealed })
  }
  // What the call committed wrote the record once already.
  const change = written(environment, isDone ? version + 1 : version, value)
  return Result.succeed({ changes: [change], guards: [], reply: undefined })
}

const keep = operation({
  reads: () => ({}),
  prepare: sealedAnswer,
  decide: decideKeep,
  // The first of two answers that are stored is the one.
  lost: () => new AnsweredBefore()
})

/** Another call under the key was answered while this one, which did nothing, was under way. */
class AnsweredBefore extends Data.TaggedError("AnsweredBefore") {}

/** Whether an answer is longer than what is stored. UTF-8 takes up to three bytes for a unit of UTF-16. */
const isTooLong = ({ body }: Answer): boolean =>
  body.length * 3 > ANSWER_STORED_MAX &&
  (body.length > ANSWER_STORED_MAX || encodeUtf8(body).length > ANSWER_STORED_MAX)

/** What might go otherwise the next time is worth another try: a failure of ours, and a call too many. */
const isKeepable = ({ status }: Answer): boolean => status < 500 && status !== 429

const { open, seal } = vaulted(Answer)

const contextOf = (key: string) => `idempotency ${key}`
