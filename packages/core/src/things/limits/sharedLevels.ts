import { recent } from "@countersign/wire"
import { Clock, Effect } from "effect"
import { type Bucket, fullAt, nameOf, readyAt, refilled, take } from "../../model/Bucket.ts"
import { hasExpired, type Millis } from "../../model/Environment.ts"
import { type Throttle, Throttled } from "../../ports/Throttle.ts"
import { before, put, withRetry } from "../../store/plans.ts"
import { load, type Stored } from "../../store/records.ts"
import { Conflict, type Guard, Store } from "../../store/Store.ts"
import { keyOf, levelOf, levels, type StoredLevel } from "./rules/Level.ts"

/** The level of a bucket at an instant, and the stored level that it was computed from. */
type SharedLevel = ReturnType<typeof sharedLevel>

export const sharedLevel = (bucket: Bucket, stored: Stored<StoredLevel> | undefined, at: Millis) => ({
  bucket,
  stored,
  level: refilled(bucket, stored?.value, at)
})

/** The value to store after `count` tokens of a bucket were consumed. */
const valueAfter = ({ bucket, level }: SharedLevel, count: number): StoredLevel => {
  const left = take(bucket, level, count)
  return { key: keyOf(bucket), tokens: left.tokens, at: left.at, expiresAt: fullAt(bucket, left) }
}

export const changeOf = (level: SharedLevel, count: number, at: Millis, value = valueAfter(level, count)) => {
  const { bucket, stored } = level
  return put(levels, bucket.environment, stored, value, at)
}

type SpendIn = NonNullable<Throttle["Service"]["spendIn"]>
type Commit = Parameters<SpendIn>[1]

/** The number of levels that a node remembers. */
const REMEMBERED = 4096

/** After this time a level that has expired is usually removed. Until then its record may be there or not. */
const SWEPT_WITHIN: Millis = 60_000

/**
 * Consumes one token from each bucket, or none from any, in the commit of the caller. The first attempt needs no load: it
 * uses the levels that this node wrote last, and takes an unknown bucket for full. The commit checks both, because it
 * replaces a known version or inserts. A level that expires may be removed and inserted anew with the same version, so
 * the commit also has to be earlier. If the first attempt conflicts or finds an empty bucket, the levels are loaded.
 */
export const spendShared = (store: Store["Service"]) => {
  const written = recent<Stored<StoredLevel> | undefined>(REMEMBERED)

  const attempt = Effect.fnUntraced(function* (
    buckets: ReadonlyArray<Bucket>,
    found: ReadonlyArray<Stored<StoredLevel> | undefined>,
    guards: ReadonlyArray<Guard>,
    commit: Commit
  ) {
    const at = yield* Clock.currentTimeMillis
    const now = buckets.map((bucket, nth) => sharedLevel(bucket, found[nth], at))
    const until = Math.max(...now.map(({ bucket, level }) => readyAt(bucket, level)), at)
    if (until > at) return yield* new Throttled({ until, at })
    const next = now.map((level) => ({ level, value: valueAfter(level, 1) }))
    yield* commit(
      next.map(({ level, value }) => changeOf(level, 1, at, value)),
      guards
    )
    for (const { level, value } of next) written.set(nameOf(level.bucket), writtenNow(level, at, value))
  })

  return (buckets: ReadonlyArray<Bucket>, commit: Commit): ReturnType<SpendIn> =>
    Effect.clockWith((clock) => {
      const loaded = withRetry(
        Effect.flatMap(Effect.provideService(load(buckets.map(levelOf)), Store, store), (found) =>
          attempt(buckets, found, [], commit)
        ),
        // The caller handles conflicts of its own records.
        (conflict) => (isOfLevels(conflict) ? undefined : conflict)
      )
      const at = clock.currentTimeMillisUnsafe()
      const known: Array<Stored<StoredLevel> | undefined> = []
      const deadlines: Array<Guard> = []
      for (const bucket of buckets) {
        const level = written.get(nameOf(bucket))
        if (level === undefined || hasExpired(level.value.expiresAt + SWEPT_WITHIN, at)) known.push(undefined)
        else if (hasExpired(level.value.expiresAt, at)) return loaded
        else {
          known.push(level)
          deadlines.push(before(level.value.expiresAt))
        }
      }
      return Effect.catch(attempt(buckets, known, deadlines, commit), (error) =>
        error instanceof Throttled ||
        (error instanceof Conflict && (isOfLevels(error) || (error.because === "late" && deadlines.length > 0)))
          ? loaded
          : Effect.fail(error)
      )
    })
}

const isOfLevels = ({ collection }: Conflict): boolean => collection === levels.name

/** The stored level after a commit that consumed one token. */
const writtenNow = (level: SharedLevel, at: Millis, value: StoredLevel): Stored<StoredLevel> => ({
  collection: levels,
  environment: level.bucket.environment,
  id: keyOf(level.bucket),
  version: (level.stored?.version ?? 0) + 1,
  createdAt: level.stored?.createdAt ?? at,
  updatedAt: at,
  value
})
