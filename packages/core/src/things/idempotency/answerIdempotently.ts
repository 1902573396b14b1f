import { encodeUtf8, sha256Hex } from "@countersign/wire"
import { Clock, Data, Effect, Result } from "effect"
import { type EnvironmentKey, hasExpired, type Millis } from "../../model/Environment.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { Vault, vaulted } from "../../ports/Vault.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { noChanges } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { type Attempt, type Change, CurrentAttempt } from "../../store/Store.ts"
import * as StoredAnswer from "./rules/StoredAnswer.ts"

export interface KeyedCall {
  readonly key: string
  /** The scope of the key: the token, method and path, and for a signed retry its request id. */
  readonly scope: ReadonlyArray<string>
  readonly body: string
  /** A successful answer delivers key material, so it is not stored (I7). */
  readonly isWithheld?: boolean
}

/** The answer of this call (`Made`), or the stored answer of the first call with the same key (`Kept`). */
export type IdempotentAnswer<A> =
  | { readonly _tag: "Made"; readonly answer: A }
  | { readonly _tag: "Kept"; readonly answer: StoredAnswer.Answer }

const LIFETIME: Millis = 86_400_000
/** How long the first call may run before another call with the same key takes over. */
const PATIENCE: Millis = 30_000
/** How many times a call polls for the answer of the first call. */
const LOOKS = 20

/**
 * Runs a call once per idempotency key. Later calls with the same key get the answer of the first. The record of the
 * key is part of the commit of the call itself, so neither a crash nor a race can run it twice.
 */
export const answerIdempotently = Effect.fnUntraced(function* <A extends StoredAnswer.Answer, E, R>(
  call: KeyedCall,
  run: Effect.Effect<A, E, R>
) {
  const key = sha256Hex(JSON.stringify([...call.scope, call.key]))
  const digests = yield* (yield* Vault).digests(call.body, `idempotency ${key}`)
  for (let nth = 0; nth < LOOKS; nth++) {
    const state = yield* look({ key, digests })
    // The first call is still running.
    if (state === undefined) yield* Effect.sleep("50 millis")
    else if ("sealed" in state) {
      const stored: IdempotentAnswer<A> = { _tag: "Kept", answer: yield* open(key, state.sealed) }
      return stored
    } else {
      const answer = yield* attempted(state, run, call.isWithheld === true)
      const made: IdempotentAnswer<A> | undefined = answer && { _tag: "Made", answer }
      if (made !== undefined) return made
    }
  }
  const at = yield* Clock.currentTimeMillis
  return yield* new StoredAnswer.CallInFlight({ at, until: at + 1000 })
})

// --- What is stored under the key ---

interface Look extends Pick<KeyedCall, "key"> {
  /** HMACs of the body, one under each key of the vault. */
  readonly digests: readonly [string, ...string[]]
}

/** The key is unused, or its record has expired. */
interface Free {
  /** The version of the stored record; 0 if there is no record. */
  readonly version: number
  /** The record of this call. */
  readonly fresh: StoredAnswer.StoredAnswer
}

const reads = ({ key }: Look, environment: EnvironmentKey) => ({
  kept: byId(StoredAnswer.storedAnswers, environment, key)
})

/** The stored answer, or that the key is free. Returns `undefined` while the first call is still running. */
export const look = operation(reads).decide(function readAnswer({
  at,
  command: { digests, key },
  found: { kept: stored }
}) {
  return Result.gen(function* () {
    const found = (reply: Free | { readonly sealed: string } | undefined) => ({ ...noChanges, reply })
    if (stored === undefined || hasExpired(stored.value.expiresAt, at)) {
      const fresh = { key, bodyDigest: digests[0], madeAt: at, expiresAt: at + LIFETIME }
      return found({ version: stored?.version ?? 0, fresh })
    }
    const { bodyDigest, isTooLong, isWithheld, madeAt, sealed } = stored.value
    if (!digests.includes(bodyDigest)) return yield* Result.fail(new StoredAnswer.IdempotencyKeyReused())
    if (isWithheld === true) return yield* Result.fail(new StoredAnswer.AnswerWithheld())
    if (isTooLong === true) return yield* Result.fail(new StoredAnswer.AnswerTooLong())
    if (sealed !== undefined) return found({ sealed })
    return at - madeAt > PATIENCE ? yield* Result.fail(new StoredAnswer.AnswerLost()) : found(undefined)
  })
})

/** The answer, or `undefined` if another call with the same key was committed first. */
const attempted = Effect.fnUntraced(function* <A extends StoredAnswer.Answer, E, R>(
  free: Free,
  run: Effect.Effect<A, E, R>,
  isSecret: boolean
) {
  const companion = written(yield* currentKey, free.version, free.fresh)
  const mine: Attempt = { companion, isKept: false, isLost: false }
  const answer = yield* Effect.provideService(run, CurrentAttempt, mine)
  if (mine.isLost) return undefined
  const keeping = store({ ...free, answer, isSecret, isDone: mine.isKept })
  // The call has committed, so its caller gets the answer even if the answer cannot be stored.
  if (mine.isKept) return yield* Effect.as(Effect.ignore(keeping), answer)
  return yield* keeping.pipe(
    Effect.as<A | undefined>(answer),
    Effect.catchTag("AnsweredBefore", () => Effect.undefined)
  )
})

const written = (environment: EnvironmentKey, version: number, value: StoredAnswer.StoredAnswer): Change => {
  const record = { collection: StoredAnswer.storedAnswers, environment, id: value.key }
  const content = { body: StoredAnswer.storedAnswers.encode(value), at: value.madeAt }
  return version === 0 ? { op: "insert", ...record, ...content } : { op: "replace", ...record, version, ...content }
}

// --- What is stored of an answer ---

interface Keep extends Free {
  readonly answer: StoredAnswer.Answer
  /** A successful answer delivers key material. */
  readonly isSecret: boolean
  /** The call committed changes, and with them the record of its key. */
  readonly isDone: boolean
}

const formOf = ({ answer, isDone, isSecret }: Keep): "nothing" | "sealed" | "tooLong" | "withheld" => {
  const isLong = isTooLong(answer)
  // If the call changed nothing, a long answer is not stored: a repeated call gets the same refusal anyway.
  if (!isKeepable(answer) || (isLong && !isDone)) return "nothing"
  if (isLong) return "tooLong"
  // I7: key material is delivered once and never stored. Failures and 202 answers contain none.
  return isSecret && (answer.status === 200 || answer.status === 201) ? "withheld" : "sealed"
}

export const store = operation((_: Keep) => ({}))
  .prepare(function sealAnswer({ command }) {
    const { body, status } = command.answer
    return formOf(command) === "sealed" ? seal(command.fresh.key, { status, body }) : Effect.undefined
  })
  // If two calls store an answer, the first one wins.
  .lost(() => new AnsweredBefore())
  .decide(function storeAnswer({ command, environment, prepared: sealed }) {
    const { fresh, isDone, version } = command
    const form = formOf(command)
    if (form === "nothing") return Result.succeed({ ...noChanges, reply: undefined })
    const value: StoredAnswer.StoredAnswer = {
      ...fresh,
      ...(form === "tooLong" ? { isTooLong: true } : {}),
      ...(form === "withheld" ? { isWithheld: true } : {}),
      ...(sealed === undefined ? {} : { sealed })
    }
    // The commit of the call has written the record once already.
    const change = written(environment, isDone ? version + 1 : version, value)
    return Result.succeed<Decision<void>>({ changes: [change], guards: [], reply: undefined })
  })

/** Another call with the same key was answered while this call, which changed nothing, was running. */
class AnsweredBefore extends Data.TaggedError("AnsweredBefore") {}

/** Returns whether an answer exceeds the stored size. UTF-8 needs at most three bytes per UTF-16 unit. */
const isTooLong = ({ body }: StoredAnswer.Answer): boolean =>
  body.length * 3 > StoredAnswer.ANSWER_STORED_MAX &&
  (body.length > StoredAnswer.ANSWER_STORED_MAX || encodeUtf8(body).length > StoredAnswer.ANSWER_STORED_MAX)

/** Answers that may differ on a retry are not stored: server errors, and rate limits. */
const isKeepable = ({ status }: StoredAnswer.Answer): boolean => status < 500 && status !== 429

const { open, seal } = vaulted("idempotency", StoredAnswer.Answer)
