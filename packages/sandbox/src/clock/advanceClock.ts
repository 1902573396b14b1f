import { Clock, Context, Effect } from "@countersign/core/effect"
import {
  ALL,
  type Change,
  ClockLimitReached,
  CurrentAttempt,
  clockAhead,
  collections,
  commit,
  type Declaration,
  DueWork,
  type Environment,
  type EnvironmentKey,
  EnvironmentRunner,
  environmentKey,
  events,
  type Millis,
  Outbox,
  type Query,
  type Row,
  Store,
  withRetry
} from "@countersign/core/internal"
import { type DueQueue, makeDueQueue } from "./DueQueue.ts"
import { changeDue, dueOf, rowDue, storeAhead } from "./environmentTime.ts"
import { MOST_AHEAD, readAhead, SandboxTime } from "./SandboxTime.ts"

/**
 * Advances the clock of a sandbox environment by `by` milliseconds and returns the new time. First processes all work
 * that becomes due in between, in order and at its own time: outcomes, expiries, mail, webhooks and their retries.
 * Claims only records of this environment. Reads the pending records a fixed number of times and writes each remaining
 * one once, so the cost grows linearly. Fails with `ClockLimitReached` before it changes anything.
 *
 * The commit that advances the clock also completes `attempt`, if the caller has one.
 */
export const advanceClock = Effect.fnUntraced(function* (
  environment: Environment,
  by: Millis,
  attempt: typeof CurrentAttempt.Service
) {
  const { machine, note } = yield* SandboxTime
  const key = environmentKey(environment)
  const { ahead } = yield* readAhead(key, machine.currentTimeMillisUnsafe())
  if (!(ahead + by <= MOST_AHEAD)) return yield* new ClockLimitReached()
  yield* replayed(key, ahead, by)
  const moved = withRetry(move(key, by)).pipe(
    Effect.provideService(CurrentAttempt, attempt),
    Effect.tap((made) => Effect.sync(() => note(environment, made.ahead))),
    Effect.tap((made) => shiftRest(key, by, made)),
    Effect.tap(() => Effect.map(Outbox, (outbox) => outbox?.soon())),
    Effect.uninterruptible
  )
  return machine.currentTimeMillisUnsafe() + (yield* moved).ahead
})

// --- Work that becomes due ---

/** The number of polls for records that other workers have claimed: two seconds in all. */
const LOOKS = 200

const replayed = Effect.fnUntraced(function* (environment: EnvironmentKey, ahead: Millis, by: Millis) {
  const { machine } = yield* SandboxTime
  const queue = makeDueQueue()
  const begin = machine.currentTimeMillisUnsafe() + ahead
  const end = begin + by
  const time = { now: begin }
  const over = yield* portsAt(environment, ahead, time, queue)
  const isLeft = ({ collection, dueAt, row }: Waiting) => dueAt + ahead <= end && !queue.isExhausted(collection, row.id)

  let waiting = yield* waitingIn(environment)
  for (let look = 0; look < LOOKS; look++) {
    for (const { collection, dueAt, row } of waiting) queue.note(collection, row.id, dueAt + ahead)
    for (let due = queue.nextDue(); due !== undefined && due <= end; due = queue.nextDue()) {
      time.now = Math.max(time.now, due)
      yield* doneBy(time.now, queue, over)
    }
    waiting = yield* waitingIn(environment)
    // A due record that remains is claimed by another worker, which will finish soon.
    if (!waiting.some(isLeft)) return
    yield* Effect.sleep("10 millis")
  }
})

/** Runs rounds until no record is ready, including those that a round makes due. */
const doneBy = Effect.fnUntraced(function* (now: Millis, queue: DueQueue, over: Context.Context<never>) {
  const work = yield* DueWork
  while (queue.isReady(now)) {
    const rounds = work.filter(({ of }) => queue.isReadyIn(of))
    if (rounds.length === 0) return
    for (const { run } of rounds) yield* Effect.uninterruptible(run(over))
  }
})

/** The ports of the rounds: the environment's clock, and a store that claims only ready records of it. */
const portsAt = Effect.fnUntraced(function* (
  environment: EnvironmentKey,
  ahead: Millis,
  time: { readonly now: Millis },
  queue: DueQueue
) {
  const { machine } = yield* SandboxTime
  const inner = yield* Store
  const now = () => time.now - machine.currentTimeMillisUnsafe()
  const store = storeAhead(inner, { machine, stored: ahead, now })
  const own = Store.of({
    ...store,
    commit: (changes, guards) =>
      Effect.tap(store.commit(changes, guards), () =>
        Effect.sync(() => {
          for (const change of changes.filter((each) => each.environment === environment)) {
            const { collection, id } = change
            queue.note(collection, id, change.op === "remove" ? undefined : dueOf(collection, change))
          }
        })
      ),
    claimDue: (collection, _, lease, limit) =>
      Effect.suspend(() => {
        const ids = queue.take(collection, limit)
        if (ids.length === 0) return Effect.succeed([])
        const only = { environment, ids, dueBy: time.now - ahead }
        return Effect.map(
          inner.claimDue(collection, machine.currentTimeMillisUnsafe(), lease, limit, only),
          (rows): ReadonlyArray<Row> => rows.map((row) => rowDue(collection, row, ahead))
        )
      })
  })
  return Context.make(Store, own).pipe(
    Context.add(Clock.Clock, clockAhead(machine, now)),
    // The rounds already run in the environment.
    Context.add(EnvironmentRunner, (_, program) => program)
  )
})

// --- Advancing the clock ---

interface Waiting {
  readonly collection: Declaration
  readonly row: Row
  /** On the machine's clock. */
  readonly dueAt: Millis
}

/** The number of records that one commit moves. */
const TOGETHER = 100

/** Advances the clock and, in the same commit, moves the first pending records. */
const move = Effect.fnUntraced(function* (environment: EnvironmentKey, by: Millis) {
  const { machine } = yield* SandboxTime
  const at = machine.currentTimeMillisUnsafe()
  const { ahead, moved } = yield* readAhead(environment, at)
  if (ahead + by > MOST_AHEAD) return yield* new ClockLimitReached()
  const first = (yield* waitingIn(environment)).slice(0, TOGETHER)
  yield* commit({ changes: [moved(by), ...first.map((each) => earlier(each, by))], guards: [] })
  return { at, ahead: ahead + by, shifted: new Set(first.map(nameOf)) }
})

/** Moves the remaining records that were written before the clock was advanced. */
const shiftRest = Effect.fnUntraced(function* (
  environment: EnvironmentKey,
  by: Millis,
  { ahead, at, shifted }: { readonly ahead: Millis; readonly at: Millis; readonly shifted: ReadonlySet<string> }
) {
  const rest = (yield* waitingIn(environment)).filter(
    (each) => !shifted.has(nameOf(each)) && each.row.updatedAt < at + ahead
  )
  for (let from = 0; from < rest.length; from += TOGETHER) {
    const some = rest.slice(from, from + TOGETHER)
    yield* commit({ changes: some.map((each) => earlier(each, by)), guards: [] }).pipe(
      Effect.catchTag("Conflict", () =>
        Effect.forEach(some, (each) => withRetry(shiftOne(each, by)), { discard: true })
      )
    )
  }
})

/** Skips a record that a worker has processed or deleted in the meantime. */
const shiftOne = Effect.fnUntraced(function* ({ collection, dueAt, row: { environment, id } }: Waiting, by: Millis) {
  const store = yield* Store
  const [[row] = []] = yield* store.load([{ collection, environment, by: "id", id }])
  if (row === undefined || dueOf(collection, row) !== dueAt) return
  yield* commit({ changes: [earlier({ collection, row, dueAt }, by)], guards: [] })
})

const nameOf = ({ collection, row }: Waiting) => `${collection.name} ${row.id}`

const earlier = ({ collection, row }: Waiting, by: Millis): Change => {
  const { body, environment, id, updatedAt: at, version } = row
  return changeDue({ op: "replace", collection, environment, id, version, body, at }, -by)
}

/** Reads all pending records of an environment, as stored. */
const waitingIn = Effect.fnUntraced(function* (environment: EnvironmentKey) {
  const store = yield* Store
  const waiting: Array<Waiting> = []
  for (const collection of collections) {
    if (collection.due === undefined) continue
    let after: Query["after"]
    do {
      const query = { collection, environment, index: indexOf(collection), limit: 100, ...(after && { after }) }
      const rows: ReadonlyArray<Row> = yield* store.find(query)
      for (const row of rows) {
        const dueAt = dueOf(collection, row)
        if (dueAt !== undefined) waiting.push({ collection, row, dueAt })
      }
      after = rows.length < 100 ? undefined : rows.at(-1)
    } while (after !== undefined)
  }
  return waiting
})

/** Delivered events remain stored; other orders are deleted once they are done. */
const indexOf = ({ name }: Declaration): Query["index"] =>
  name === events.name ? { name: "status", values: ["PENDING"] } : ALL
