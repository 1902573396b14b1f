import { Array, Clock, Context, Data, Effect, Exit, Layer, Result, Schedule } from "effect"
import { type Environment, type EnvironmentKey, SERVICE } from "../model/Environment.ts"
import { instantOf } from "./Collection.ts"
import { type Row, Store, type StoreUnavailable } from "./Store.ts"

export interface RoutedOptions<Name extends string> {
  /** The store of each database, by a name of your choice. */
  readonly databases: Readonly<Record<Name, Layer.Layer<Store>>>
  /** Returns the database of an environment. It is called at each use, so it may read what changes while nodes run. */
  readonly of: (environment: Environment) => Name
}

/**
 * A commit of environments that are in several databases. Only the creation of a platform is of two, that of the new
 * platform and that of its creator, so `of` must name one database for both until the platform is moved.
 */
export class CommitAcrossDatabases extends Data.TaggedError("CommitAcrossDatabases")<{
  readonly databases: ReadonlyArray<string>
}> {}

/** `of` returned a name that `databases` does not have. */
export class UnknownDatabase extends Data.TaggedError("UnknownDatabase")<{
  readonly environment: EnvironmentKey
  readonly database: string
}> {}

/**
 * One `Store` over several databases. A read or a commit goes to the database of its environment, so the failure of a
 * database fails only its own environments. Background work is done on all databases that answer. The databases share each
 * claim evenly, and the environments of a database take turns in its part. The records of no platform are in the first
 * database that answers.
 */
export const routed = <Name extends string>({ databases, of }: RoutedOptions<Name>): Layer.Layer<Store> =>
  Layer.effect(
    Store,
    Effect.gen(function* () {
      const all = yield* Effect.forEach(Object.entries<Layer.Layer<Store>>(databases), ([name, layer]) =>
        Effect.map(Layer.build(Layer.fresh(layer)), (built) => ({ name, store: Context.get(built, Store), isUp: true }))
      )
      return make(all, routesOf(all, of), answersIn(yield* Effect.scope))
    })
  )

interface Database {
  readonly name: string
  readonly store: Store["Service"]
  /** Whether background work calls it. */
  isUp: boolean
}

type Route = (environment: EnvironmentKey) => Database

const routesOf = (all: ReadonlyArray<Database>, of: (environment: Environment) => string): Route => {
  const byName = new Map(all.map((database) => [database.name, database]))
  return (key) => {
    const mode = key.startsWith("production/") ? "production" : "sandbox"
    const first = key === SERVICE ? (all.find(({ isUp }) => isUp) ?? all[0]) : undefined
    const name = first?.name ?? of({ platformId: key.slice(mode.length + 1), mode })
    const found = byName.get(name)
    if (found === undefined) throw new UnknownDatabase({ environment: key, database: name })
    return found
  }
}

/** Calls several databases at once. Returns the answers of those that gave one, and fails if none did. */
type Answers = <A>(
  databases: ReadonlyArray<Database>,
  ask: (database: Database) => Effect.Effect<A, StoreUnavailable>
) => Effect.Effect<ReadonlyMap<Database, A>, StoreUnavailable>

/**
 * A database that fails is not called again until it answers, so that background work on the others waits at most once
 * for its timeout.
 */
const answersIn = (scope: Effect.Success<typeof Effect.scope>): Answers => {
  const lost = Effect.fnUntraced(function* (database: Database, cause: StoreUnavailable) {
    if (!database.isUp) return
    database.isUp = false
    yield* Effect.logWarning("a database does not answer", { database: database.name }, cause)
    const back = Effect.gen(function* () {
      const state = Effect.exit(stateOf(database))
      const isBack = Effect.map(state, (exit) => Exit.isSuccess(exit) && exit.value.canWrite)
      yield* Effect.repeat(isBack, { until: (is) => is, schedule: Schedule.spaced("500 millis") })
      database.isUp = true
      yield* Effect.logInfo("a database answers again", { database: database.name })
    })
    yield* Effect.forkIn(back, scope)
  })
  return Effect.fnUntraced(function* <A>(
    databases: ReadonlyArray<Database>,
    ask: (database: Database) => Effect.Effect<A, StoreUnavailable>
  ) {
    const up = databases.filter(({ isUp }) => isUp)
    const [answers, failures] = yield* Effect.partition(
      up.length === 0 ? databases : up,
      (each) =>
        Effect.map(
          Effect.tapError(ask(each), (cause) => lost(each, cause)),
          (answer) => [each, answer] as const
        ),
      { concurrency: "unbounded" }
    )
    if (failures[0] !== undefined && answers.length === 0) return yield* failures[0]
    return new Map(answers)
  })
}

/** The state of a database. A store without one can write. */
const stateOf = ({ store }: Database) =>
  store.state ?? Effect.map(Clock.currentTimeMillis, (now) => ({ canWrite: true, now }))

const make = (all: ReadonlyArray<Database>, route: Route, answersOf: Answers): Store["Service"] => {
  const turns = new Map<string, number>()

  /**
   * Shares a limit: each database has an equal part, and what one does not use is for the others. The remainder of a
   * division falls to the databases in turn.
   */
  const shared = Effect.fnUntraced(function* <A>(
    kind: string,
    limit: number,
    countOf: (answer: A) => number,
    work: (database: Database, part: number) => Effect.Effect<A, StoreUnavailable>
  ) {
    const turn = turns.get(kind) ?? 0
    turns.set(kind, (turn + 1) % all.length)
    const found: Array<A> = []
    let left = limit
    let open = [...all.slice(turn), ...all.slice(0, turn)]
    while (left > 0 && open.length > 0) {
      const [each, rest] = [Math.floor(left / open.length), left % open.length]
      const parts = new Map(open.map((database, nth) => [database, nth < rest ? each + 1 : each]))
      const partOf = (database: Database): number => parts.get(database) ?? 0
      const asked = open.filter((database) => partOf(database) > 0)
      const answered = yield* Effect.result(answersOf(asked, (database) => work(database, partOf(database))))
      if (Result.isFailure(answered)) return found.length === 0 ? yield* answered.failure : found
      const answers = answered.success
      found.push(...answers.values())
      left -= sum(Array.map([...answers.values()], countOf))
      open = open.filter((database) => {
        const answer = answers.get(database)
        return partOf(database) === 0 || (answer !== undefined && countOf(answer) === partOf(database))
      })
    }
    return found
  })

  const databasesOf = (placed: ReadonlyArray<{ readonly environment: EnvironmentKey }>) => [
    ...new Set(placed.map(({ environment }) => route(environment)))
  ]
  const clocks = all.flatMap(({ store }) => store.now ?? [])
  const queues = all.flatMap(({ store }) => store.waiting ?? [])

  return Store.of({
    load: (refs) => {
      // A route may change at any time, so each is asked once.
      const places = refs.map(({ environment }) => route(environment))
      const loaded = Effect.forEach(
        new Set(places),
        ({ store }) => {
          const part = refs.filter((_, nth) => places[nth]?.store === store)
          return Effect.map(store.load(part), (rows) => part.map((ref, nth) => [ref, rows[nth] ?? []] as const))
        },
        { concurrency: "unbounded" }
      )
      return Effect.map(loaded, (pairs) => {
        const found = new Map(pairs.flat())
        return refs.map((ref) => found.get(ref) ?? [])
      })
    },
    recent: (refs) => {
      const [only, other] = databasesOf(refs)
      return other === undefined ? only?.store.recent?.(refs) : undefined
    },
    state: Effect.map(answersOf(all, stateOf), (answers) => {
      const states = [...answers.values()]
      return states.find(({ canWrite }) => canWrite) ?? states[0] ?? { canWrite: false, now: 0 }
    }),
    ...(all.every(({ store }) => store.depths !== undefined) && {
      depths: (collections, now) =>
        Effect.map(
          answersOf(all, ({ store }) => store.depths?.(collections, now) ?? Effect.succeed([])),
          (answers) => summed([...answers.values()].flat())
        )
    }),
    ...(queues.length === 0 ? {} : { waiting: () => sum(queues.map((waiting) => waiting())) }),
    ...(clocks.length === 0 ? {} : { now: () => clocks.map((now) => now()).find((at) => at !== undefined) }),
    find: (query) => route(query.environment).store.find(query),
    commit: (changes, guards) => {
      const named = databasesOf([...changes, ...guards.filter((guard) => guard.guard !== "before")])
      if (named.length > 1) return Effect.die(new CommitAcrossDatabases({ databases: named.map(({ name }) => name) }))
      return (named[0] ?? route(SERVICE)).store.commit(changes, guards)
    },
    claimDue: (collection, now, lease, limit, only) => {
      if (only !== undefined && "ids" in only) {
        return route(only.environment).store.claimDue(collection, now, lease, limit, only)
      }
      // What is left of the share of each environment after an earlier part of this claim.
      const most = new Map(only?.most)
      const claimed = shared<ReadonlyArray<Row>>(
        `${collection.name} ${only?.mode}`,
        limit,
        (rows) => rows.length,
        ({ store }, part) =>
          Effect.map(store.claimDue(collection, now, lease, part, only && { ...only, most }), (rows) => {
            for (const { environment } of rows) most.set(environment, (most.get(environment) ?? only?.each ?? 0) - 1)
            return rows
          })
      )
      const dueAt = ({ body }: Row): number => instantOf(body, collection.due ?? "") ?? 0
      return Effect.map(claimed, (rows) => rows.flat().toSorted((one, other) => dueAt(one) - dueAt(other)))
    },
    sweep: (collections, now, limit) =>
      Effect.map(
        shared<number>(
          "sweep",
          limit,
          (removed) => removed,
          ({ store }, part) => store.sweep(collections, now, part)
        ),
        sum
      )
  })
}

type Depth = Effect.Success<ReturnType<NonNullable<Store["Service"]["depths"]>>>[number]

const summed = (depths: ReadonlyArray<Depth>): ReadonlyArray<Depth> =>
  Object.values(Array.groupBy(depths, ({ collection, mode }) => `${mode} ${collection}`)).map((same) => ({
    ...same[0],
    count: sum(same.map(({ count }) => count)),
    since: Math.min(...same.map(({ since }) => since))
  }))

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)
