import { recent } from "@countersign/wire"
import { Cause, Clock, Context, Data, Effect } from "effect"
import type { EnvironmentKey, Millis, Mode } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { machineTimeMillis } from "../../ports/ClockControl.ts"
import { PAUSE, type Slots } from "../../steps/Outbox.ts"
import { type Declaration, RecordUnreadable } from "../../store/Collection.ts"
import { type Row, Store } from "../../store/Store.ts"

/**
 * This node cannot do the claimed work, and another one may: it lacks a port, a key, or a kind of record of a newer
 * version. The work is due again soon and counts no attempt (I26).
 */
export class Unable extends Data.TaggedError("Unable")<{ readonly message: string }> {}

/** One kind of due work: the collection of its records, and what is done with one of them. */
export interface DueWorkOf<R> {
  readonly of: Declaration
  /** Whether a node sends new records itself right after their commit (see `Outbox`). */
  readonly isSentAtOnce?: boolean
  /** Succeeds with `false` if the record is due again. */
  readonly perform: (row: Row) => Effect.Effect<unknown, unknown, R>
}

/** Until when no other node claims the record that this fiber works on, by the time of all machines. */
const LeasedUntil = Context.Reference<Millis>("@countersign/core/due-work/LeasedUntil", {
  defaultValue: () => Number.POSITIVE_INFINITY
})

/** The longest time that an attempt of due work takes outside of the node. */
export const longestAttempt = Effect.map(Policy, ({ mailTimeout, webhookTimeout }) =>
  Math.max(mailTimeout, webhookTimeout + 1000)
)

/**
 * Runs what leaves the node, if it ends within the lease. After a process was frozen, another node may have sent the same, so it
 * dies with {@link Unable} instead.
 */
export const whileLeased = <A, E, R>(send: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const [at, within] = [yield* machineTimeMillis, yield* longestAttempt]
    if (at + within > (yield* LeasedUntil)) return yield* Effect.die(new Unable({ message: "the lease has expired" }))
    return yield* send
  })

/** How long no other node claims a claimed record. */
export const LEASE: Millis = 30_000
/** The largest claim. */
const BATCH = 20
/** How much work of one kind and mode a node has in progress. */
const LANES = 64
/** An environment has at most this part of the slots that are free or its own. */
const SHARE = 1 / 4
const shareOf = (lanes: number): number => Math.max(1, Math.floor(lanes * SHARE))

/** After how many milliseconds work is due again that a node could not do. */
const LEFT = 2000
/** The number of records that a node could not do and logs only once. */
const LOGGED = 1000

/**
 * The slots for one kind of work in one mode, on one node. Each round claims what free slots can start and does not wait
 * for it, so slow work delays only its own environment (I23): alone it has at most {@link SHARE} of the slots, beside others
 * fewer, and another environment finds one as long as there are more slots than environments. Sandbox and production have
 * slots of their own. Work in progress completes before the scope closes. `only` restricts claims to one environment.
 */
export const makeLanes = Effect.fnUntraced(function* <R>(
  { isSentAtOnce, of, perform }: DueWorkOf<R>,
  mode: Mode,
  only?: EnvironmentKey
) {
  const scope = yield* Effect.scope
  const store = yield* Store
  const logged = recent<true>(LOGGED)
  const taken = new Map<string, number>()
  const services = yield* Effect.context<R>()
  const run = Effect.runForkWith(services)
  let underWay = 0
  let done = 0
  let started = 0
  /** Whether the last claim left nothing behind. Only then do new records begin without a claim, so that none overtakes another. */
  let isClear = false
  let isClaiming = false
  let refused = 0
  let goal = -1
  let wake = () => {}
  let end: (() => void) | undefined
  /** Whether an order with room for it was committed without a slot since the last claim began. */
  let isWaiting = false
  let claimSoon = () => {}
  const enter = (environment: string): void => {
    taken.set(environment, (taken.get(environment) ?? 0) + 1)
    underWay += 1
  }
  const leave = (environment: string): void => {
    const left = (taken.get(environment) ?? 1) - 1
    if (left === 0) taken.delete(environment)
    else taken.set(environment, left)
    underWay -= 1
    if (underWay <= goal) wake()
  }
  const hasRoom = (environment: string): boolean => {
    const [free, own] = [LANES - underWay, taken.get(environment) ?? 0]
    return free > 0 && own < shareOf(free + own)
  }
  const slots: Slots = {
    take: (environment) => {
      // A claim may take each slot that is free when it begins.
      if (isSentAtOnce && isClear && !isClaiming && hasRoom(environment)) {
        enter(environment)
        return true
      }
      isClear = false
      refused += 1
      return false
    },
    giveBack: leave,
    // Not in the fiber of the call, whose environment and idempotency key are not those of the work.
    begin: (row, until) => void run(begun(row, until)),
    confirm: ({ body, environment, id }, until) => {
      const left = Effect.sync(() => leave(environment))
      const found = store.load([{ collection: of, environment, by: "id", id }])
      void run(
        Effect.matchCauseEffect(found, {
          onFailure: () => left,
          onSuccess: ([rows]) => {
            const row = rows?.[0]
            // Another call may have inserted the record.
            return row?.version === 1 && JSON.stringify(row.body) === JSON.stringify(body) ? begun(row, until) : left
          }
        })
      )
    },
    waits: (environment) => {
      // The orders of a flood wait for its own slots, and cause no claims.
      if (!isSentAtOnce || !hasRoom(environment)) return
      isWaiting = true
      claimSoon()
    },
    idle: () => end
  }
  const start = (until: Millis) => (row: Row) => {
    enter(row.environment)
    return Effect.provideContext(begun(row, until), services)
  }
  const begun = (row: Row, until: Millis) => {
    // No caller waits, so failures are logged here. The lease expires, and the record becomes due again.
    const performed = Effect.catchCause(
      Effect.map(
        Effect.suspend(() => perform(row)),
        (isDone) => {
          done += isDone === false ? 0 : 1
        }
      ),
      (cause) => {
        const error = Cause.squash(cause)
        if (error instanceof Unable || error instanceof RecordUnreadable) return leftToOthers(row, error)
        return Effect.logWarning(
          "due work failed unexpectedly and will be retried after its lease",
          { of: of.name, id: row.id },
          cause
        )
      }
    )
    const left = Effect.sync(() => leave(row.environment))
    const leased = Effect.provideService(performed, LeasedUntil, until)
    return Effect.forkIn(Effect.ensuring(Effect.uninterruptible(leased), left), scope)
  }
  const claimed = Effect.sync(() => {
    isClaiming = false
  })
  /** Ends the lease. If that fails, the lease expires. */
  const leftToOthers = Effect.fnUntraced(function* (row: Row, error: Unable | RecordUnreadable) {
    const { body, environment, id, version } = row
    const because = error instanceof Unable ? error.message : "this version cannot read the record"
    if (logged.get(id) !== true)
      yield* Effect.logWarning("this node cannot do claimed work and leaves it to other nodes", {
        of: of.name,
        id,
        because
      })
    logged.set(id, true)
    const { due = "" } = of
    const own = Number(Object(body)[due])
    const dueAt = Math.max(own, yield* Clock.currentTimeMillis) + LEFT
    const next = { ...Object(body), [due]: dueAt }
    const change = { op: "replace", collection: of, environment, id, version, body: next, at: row.updatedAt } as const
    yield* Effect.ignore(store.commit([change], []))
  })
  /** Waits until at most this much work is in progress. */
  const until = (most: number) =>
    Effect.callback<void>((resume) => {
      if (underWay <= most) return resume(Effect.void)
      goal = most
      wake = () => resume(Effect.void)
    })
  /** Waits until as much as half of the last claim has ended, and not for long. */
  const half = Effect.suspend(() =>
    Effect.timeoutOption(until(Math.max(0, underWay - Math.max(1, Math.ceil(started / 2)))), PAUSE)
  )
  return {
    slots,
    half,
    /** Claims and starts due work. Returns how much it claimed. */
    round: Effect.fnUntraced(function* () {
      const free = LANES - underWay
      const most = new Map(
        [...taken].map(([environment, own]) => [environment, Math.max(0, shareOf(free + own) - own)])
      )
      const [each, limit] = [shareOf(free), Math.min(BATCH, free)]
      const share =
        only === undefined
          ? { byStoreClock: true, mode, each, most }
          : { byStoreClock: true, mode, each: 0, most: new Map([[only, most.get(only) ?? each]]), environment: only }
      const at = yield* Clock.currentTimeMillis
      const leasedUntil = (yield* machineTimeMillis) + LEASE
      // A record that is inserted without a lease while the claim runs may wait for the next one.
      const before = refused
      isClaiming = free > 0
      isWaiting = false
      end = undefined
      const due = free === 0 ? [] : yield* Effect.ensuring(store.claimDue(of, at, LEASE, limit, share), claimed)
      const left = new Map(most)
      for (const { environment } of due) left.set(environment, (left.get(environment) ?? each) - 1)
      isClear = refused === before && due.length < limit && [...left.values()].every((room) => room > 0)
      yield* Effect.forEach(due, start(leasedUntil), { discard: true })
      started = due.length
      return due.length
    }),
    /** Waits until there may be more to claim: half of the last claim has ended, an order waits, or a look has found some. */
    pause: Effect.suspend(() => {
      // Work that began without a claim leaves none to claim when it ends.
      const isIdle = underWay === 0 || (isClear && started === 0)
      const waited = Effect.callback<void>((resume) => {
        claimSoon = () => resume(Effect.void)
        if (isIdle) end = claimSoon
        if (isWaiting) claimSoon()
      })
      return isIdle ? waited : Effect.raceFirst(half, waited)
    }),
    idle: until(0),
    underWay: () => underWay,
    /** How much it completed. */
    done: () => done
  }
})

/** One round that ends when all that it claimed has ended. Returns how much that was. */
export const performDue = <R>(work: DueWorkOf<R>, mode: Mode) =>
  Effect.scoped(
    Effect.gen(function* () {
      const lanes = yield* makeLanes(work, mode)
      const claimed = yield* lanes.round()
      yield* lanes.idle
      return claimed
    })
  )
