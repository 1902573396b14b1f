import { clockShowing, collections, type Declaration } from "@countersign/core/internal"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { type Change, Conflict, Store, StoreUnavailable } from "countersign/effect"
import { Clock, Effect, type Exit, Layer } from "effect"
import TinyQueue from "tinyqueue"
import type { Random } from "../scheduler/Random.ts"
import { type Actor, actor, type Scheduler } from "../scheduler/Scheduler.ts"

type Methods = Store["Service"]

/** A store that repeats the writes of the primary, in the same order and at the same times of the database. */
interface Standby {
  readonly store: Methods
  writes: Array<{ readonly at: number; readonly write: (store: Methods) => Effect.Effect<unknown, unknown> }>
}

/** The errors of a store, as the build of a node declares them. */
export interface StoreErrors {
  readonly Conflict: typeof Conflict
  readonly StoreUnavailable: typeof StoreUnavailable
}

/** The fault of the network between a node and the database in one request. */
export type LinkFault = "none" | "lost" | "answer lost"

/** How a database behaves, beside its faults: see {@link Database}. */
export interface DatabaseOptions {
  /** Standbys that repeat each write later. Each asynchronous failover uses one up. */
  readonly standbys?: number
  /** How long a standby is behind, in milliseconds. */
  readonly lag?: number
  /** The longest way to the database or back, in milliseconds. */
  readonly slowest?: number
  readonly link?: () => LinkFault
  /** Called for each commit in the instant in which it is durable. */
  readonly onCommit?: (changes: ReadonlyArray<Change>, node: Actor) => void
  /** Called after each sweep. */
  readonly onSweep?: (swept: ReadonlyArray<string>, at: number) => void
  /** Called when the writes since an instant are lost. */
  readonly onLost?: (since: number) => void
}

/**
 * A database with its own clock, which nodes reach over a network. It is the product's memory store, so each request takes effect
 * in one instant; between the instants everything else happens.
 */
export const makeDatabase = (scheduler: Scheduler, random: Random, options: DatabaseOptions = {}) => {
  const { lag = 0, link = () => "none", onCommit, onLost, onSweep, slowest = SLOWEST, standbys = 0 } = options
  const owner = actor("database")
  let corrected = scheduler.now()
  const now = () => {
    // NTP slows a clock that is ahead by at most 500 parts in a million.
    owner.ahead -= Math.min(Math.max(owner.ahead, 0), (scheduler.now() - corrected) / 2000)
    corrected = scheduler.now()
    return Math.floor(corrected + owner.ahead)
  }
  let primary = Effect.runSync(makeSerializedMemoryStore)
  const behind = Array.from({ length: standbys }, (): Standby => {
    return { store: Effect.runSync(makeSerializedMemoryStore), writes: [] }
  })
  let [connection, downUntil, isChanged, due] = [0, 0, true, 0]
  const expiries = new TinyQueue<number>([])

  const clock = () => clockShowing(Clock.Clock.defaultValue(), now)
  const ranOn = <A, E>(store: Methods, run: (store: Methods) => Effect.Effect<A, E>): Exit.Exit<A, E> =>
    Effect.runSyncExit(Effect.provideService(run(store), Clock.Clock, clock()))
  const repeatOn = (standby: Standby, until: number): void => {
    const own = owner.ahead
    for (let first = standby.writes[0]; first !== undefined && first.at <= until; first = standby.writes[0]) {
      owner.ahead = own + first.at - scheduler.now()
      ranOn(standby.store, first.write)
      standby.writes.shift()
    }
    owner.ahead = own
  }
  const ran = <A, E>(run: (store: Methods) => Effect.Effect<A, E>, isWrite: boolean): Exit.Exit<A, E> => {
    if (isWrite) {
      isChanged = true
      for (const standby of behind) {
        standby.writes.push({ at: scheduler.now(), write: run })
        repeatOn(standby, scheduler.now() - lag)
      }
    }
    return ranOn(primary, run)
  }

  /**
   * The time at which work is due next, by the clock of the database, or the next expiry for polls of a minute. These run once
   * an hour at least.
   */
  const nextDue = (poll: number): number => {
    if (poll >= 60_000)
      return Math.min((expiries.peek() ?? Number.POSITIVE_INFINITY) - Math.max(owner.ahead, 0), scheduler.now() + HOUR)
    if (isChanged) {
      const found = ranOn(primary, ({ depths }) => depths?.(QUEUES, Number.MAX_SAFE_INTEGER) ?? Effect.succeed([]))
      due = found._tag === "Success" ? Math.min(...found.value.map(({ since }) => since)) : 0
      isChanged = false
    }
    return due - Math.max(owner.ahead, 0)
  }
  scheduler.onNextDue(nextDue)

  /** Sends a request over the network, and resumes the node with the answer. */
  const request = <A, E>(
    node: Actor,
    run: (store: Methods) => Effect.Effect<A, E>,
    kind: "read" | "write",
    seen: () => void
  ): Effect.Effect<A, E | StoreUnavailable> =>
    Effect.callback((resume) => {
      const [fault, sent] = [link(), connection]
      const fail = (after: number) =>
        void scheduler.after(after, node, () => resume(Effect.fail(new StoreUnavailable({}))))
      if (fault === "lost") return fail(TIMEOUT)
      scheduler.after(random.between(1, slowest), owner, () => {
        if (scheduler.now() < downUntil || connection !== sent) return fail(1)
        const exit = ran(run, kind === "write")
        const back = random.between(1, slowest)
        if (fault === "answer lost") return fail(TIMEOUT)
        scheduler.after(back, node, () => {
          if (connection !== sent) return resume(Effect.fail(new StoreUnavailable({})))
          seen()
          resume(exit)
        })
      })
    })

  const storeOf = (node: Actor, isNewer = false, own: StoreErrors = { Conflict, StoreUnavailable }): Methods => {
    let known: { readonly at: number; readonly since: number } | undefined
    const seen = () => {
      known = { at: now(), since: performance.now() }
    }
    const answered =
      (kind: "read" | "write") =>
      <A>(run: (store: Methods) => Effect.Effect<A, StoreUnavailable>) =>
        Effect.mapError(request(node, run, kind, seen), (error) => new own.StoreUnavailable(error))
    const [read, write] = [answered("read"), answered("write")]
    return {
      now: () => known && known.at + Math.floor(performance.now() - known.since),
      state: Effect.suspend(() => read(() => Effect.sync(() => ({ canWrite: true, now: now() })))),
      load: (refs) => read(({ load }) => load(refs)),
      find: (query) => read(({ find }) => find(query)),
      depths: (of, at) => read(({ depths }) => depths?.(of, at) ?? Effect.succeed([])),
      commit: (given, guards) => {
        const changes = isNewer ? given.map(withFuture) : given
        const committed = (store: Methods) =>
          Effect.tap(store.commit(changes, guards), () =>
            Effect.sync(() => {
              if (store !== primary) return
              for (const change of changes) if (change.op !== "remove") expiries.push(expiryOf(change))
              onCommit?.(changes, node)
            })
          )
        return Effect.mapError(request(node, committed, "write", seen), (error) =>
          error._tag === "Conflict" ? new own.Conflict(error) : new own.StoreUnavailable(error)
        )
      },
      claimDue: (of, at, lease, limit, only) =>
        write(({ claimDue }) =>
          claimDue(
            of,
            only !== undefined && "mode" in only && only.byStoreClock === true ? now() : at,
            lease,
            limit,
            only
          )
        ),
      sweep: (of, at, limit) =>
        write((store) => {
          const until = Math.min(at, now())
          return Effect.tap(store.sweep(of, until, limit), (swept) =>
            Effect.sync(() => {
              if (store !== primary) return
              if (swept < limit) while ((expiries.peek() ?? until + 1) <= until) expiries.pop()
              if (swept > 0)
                onSweep?.(
                  of.map(({ name }) => name),
                  until
                )
            })
          )
        })
    }
  }

  return {
    owner,
    now,
    /** The store of a node: a layer for its options. One of a newer version writes a member that this version does not know. */
    layer: (node: Actor, isNewer: boolean, own?: StoreErrors) => Layer.succeed(Store, storeOf(node, isNewer, own)),
    storeOf,
    /** Reads at this instant, without the network: for invariants. */
    read: <A, E>(run: (store: Methods) => Effect.Effect<A, E>) => Effect.runSync(run(primary)),
    /** The database does not answer for a while. Its commits remain. */
    down: (millis: number): void => {
      downUntil = scheduler.now() + millis
      connection += 1
    },
    /** A standby takes over. The commits that it has not repeated are lost. */
    failOver: (millis: number): boolean => {
      const next = behind.shift()
      if (next === undefined) return false
      repeatOn(next, scheduler.now() - lag)
      const lost = next.writes[0]
      primary = next.store
      for (const other of behind) other.writes = other.writes.filter(({ at }) => lost === undefined || at < lost.at)
      ;[isChanged, downUntil] = [true, scheduler.now() + millis]
      connection += 1
      if (lost !== undefined) onLost?.(lost.at)
      return true
    }
  }
}

const HOUR = 3_600_000
const expiryOf = ({ body, collection: { expiry = "" } }: Exclude<Change, { readonly op: "remove" }>): number =>
  Number(Object(body)[expiry] ?? Number.POSITIVE_INFINITY)

/** The member that a newer version writes into the records of these collections. */
export const FUTURE = "fromANewerVersion"
const WIDER = new Set(["customers", "credentials", "internal_accounts", "sessions"])

const withFuture = (change: Change): Change =>
  change.op === "remove" || !WIDER.has(change.collection.name)
    ? change
    : { ...change, body: { ...Object(change.body), [FUTURE]: 1 } }

export type Database = ReturnType<typeof makeDatabase>

/** As the adapter of PostgreSQL waits for an answer. */
const TIMEOUT = 10_000
/** In milliseconds, one way. */
const SLOWEST = 12

const QUEUES = collections.filter(({ due }: Declaration) => due !== undefined)
