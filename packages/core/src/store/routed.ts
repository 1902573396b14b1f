import { Clock, Context, Data, Effect, Exit, Layer, Result, Schedule } from "effect"
import { type Environment, type EnvironmentKey, Mode, SERVICE } from "../model/Environment.ts"
import { instantOf } from "./columns.ts"
import { type ClaimShare, type Ref, type Row, Store, type StoreUnavailable } from "./Store.ts"

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
      const all: Array<Database> = []
      for (const [name, layer] of Object.entries<Layer.Layer<Store>>(databases)) {
        all.push({ name, store: Context.get(yield* Layer.build(Layer.fresh(layer)), Store), isUp: true })
      }
      return make(all, routesOf(all, of), yield* attentive)
    })
  )

interface Database {
  readonly name: string
  readonly store: Store["Service"]
  /** Whether background work asks it. */
  isUp: boolean
}

type Route = (environment: EnvironmentKey) => Database

const routesOf = (all: ReadonlyArray<Database>, of: (environment: Environment) => string): Route => {
  const byName = new Map(all.map((database) => [database.name, database]))
  return (key) => {
    const [mode, platformId] = [
      Mode.literals.find((each) => key.startsWith(`${each}/`)),
      key.slice(key.indexOf("/") + 1)
    ]
    const first = key === SERVICE ? (all.find(({ isUp }) => isUp) ?? all[0]) : undefined
    const name = first?.name ?? of({ platformId, mode: mode ?? "sandbox" })
    const found = byName.get(name)
    if (found === undefined) throw new UnknownDatabase({ environment: key, database: name })
    return found
  }
}

/** Work on several databases at once, without those that failed it. Fails if all do. */
type Everywhere = <A>(
  databases: ReadonlyArray<Database>,
  work: (database: Database) => Effect.Effect<A, StoreUnavailable>
) => Effect.Effect<ReadonlyMap<Database, A>, StoreUnavailable>

/**
 * A database that fails is not asked again until it answers, so that background work on the others waits at most once
 * for its timeout.
 */
const attentive = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const lost = (database: Database, cause: StoreUnavailable) =>
    Effect.suspend(() => {
      if (!database.isUp) return Effect.void
      database.isUp = false
      const back = Effect.gen(function* () {
        const attempt = Effect.map(
          Effect.exit(stateOf(database)),
          (exit) => Exit.isSuccess(exit) && exit.value.canWrite
        )
        yield* Effect.repeat(attempt, { until: (isBack) => isBack, schedule: Schedule.spaced("500 millis") })
        database.isUp = true
        yield* Effect.logInfo("a database answers again", { database: database.name })
      })
      const told = Effect.logWarning("a database does not answer", { database: database.name }, cause)
      return Effect.andThen(told, Effect.forkIn(back, scope))
    })
  const everywhere: Everywhere = Effect.fnUntraced(function* <A>(
    databases: ReadonlyArray<Database>,
    work: (database: Database) => Effect.Effect<A, StoreUnavailable>
  ) {
    const asked = databases.some(({ isUp }) => isUp) ? databases.filter(({ isUp }) => isUp) : databases
    const results = yield* Effect.forEach(asked, (each) => Effect.result(work(each)), { concurrency: "unbounded" })
    const found = new Map<Database, A>()
    let failure: StoreUnavailable | undefined
    for (const [nth, database] of asked.entries()) {
      const result = results[nth]
      if (result === undefined) continue
      if (Result.isSuccess(result)) found.set(database, result.success)
      else {
        failure ??= result.failure
        yield* lost(database, result.failure)
      }
    }
    if (failure !== undefined && found.size === 0) return yield* failure
    return found
  })
  return everywhere
})

/** The state of a database. A store without one can write if it answers. */
const stateOf = ({ store }: Database) =>
  store.state ??
  Effect.map(Effect.andThen(store.sweep([], 0, 0), Clock.currentTimeMillis), (now) => ({ canWrite: true, now }))

const make = (all: ReadonlyArray<Database>, route: Route, everywhere: Everywhere): Store["Service"] => {
  const storeOf = (environment: EnvironmentKey): Store["Service"] => route(environment).store
  const turns = new Map<string, number>()

  /**
   * Shares a limit: each database has an equal part, and what one does not use is for the others. The remainder of a
   * division falls to the databases in turn.
   */
  const shared = Effect.fnUntraced(function* <A>(
    kind: string,
    limit: number,
    countOf: (found: A) => number,
    work: (database: Database, part: number) => Effect.Effect<A, StoreUnavailable>
  ) {
    const turn = turns.get(kind) ?? 0
    turns.set(kind, (turn + 1) % all.length)
    const found: Array<A> = []
    let left = limit
    let open = [...all.slice(turn), ...all.slice(0, turn)]
    let failure: StoreUnavailable | undefined
    while (left > 0 && open.length > 0) {
      const parts = new Map(
        open.map((each, nth) => [each, Math.floor(left / open.length) + (nth < left % open.length ? 1 : 0)])
      )
      const partOf = (database: Database): number => parts.get(database) ?? 0
      const asked = open.filter((each) => partOf(each) > 0)
      const outcome = yield* Effect.result(everywhere(asked, (each) => work(each, partOf(each))))
      const answered = Result.isSuccess(outcome) ? outcome.success : new Map<Database, A>()
      if (Result.isFailure(outcome)) failure = outcome.failure
      for (const one of answered.values()) {
        found.push(one)
        left -= countOf(one)
      }
      open = open.filter((each) => {
        const one = answered.get(each)
        return partOf(each) === 0 || (one !== undefined && countOf(one) === partOf(each))
      })
    }
    if (failure !== undefined && found.length === 0) return yield* failure
    return found
  })

  const isAny = (method: "depths" | "now" | "recent" | "waiting"): boolean =>
    all.some(({ store }) => store[method] !== undefined)

  return Store.of({
    load: (refs) => {
      const parts = apart(refs, route)
      const [only, second] = parts
      if (only === undefined) return Effect.succeed([])
      if (second === undefined) return only[0].store.load(refs)
      return Effect.map(
        Effect.forEach(parts, ([{ store }, part]) => Effect.map(store.load(part), (rows) => [part, rows] as const), {
          concurrency: "unbounded"
        }),
        (loaded) => joined(refs, loaded)
      )
    },
    ...(isAny("recent")
      ? {
          recent: (refs) => {
            const loaded: Array<readonly [ReadonlyArray<Ref>, Rows]> = []
            for (const [{ store }, part] of apart(refs, route)) {
              const rows = store.recent?.(part)
              if (rows === undefined) return undefined
              loaded.push([part, rows])
            }
            return joined(refs, loaded)
          }
        }
      : {}),
    state: Effect.map(everywhere(all, stateOf), (found) => {
      const states = [...found.values()]
      const writable = states.find(({ canWrite }) => canWrite)
      return { canWrite: writable !== undefined, now: (writable ?? states[0])?.now ?? 0 }
    }),
    ...(isAny("waiting") ? { waiting: () => all.reduce((sum, { store }) => sum + (store.waiting?.() ?? 0), 0) } : {}),
    ...(isAny("depths")
      ? {
          depths: (collections, now) =>
            Effect.map(
              everywhere(all, ({ store }) => store.depths?.(collections, now) ?? Effect.succeed([])),
              (found) => summed([...found.values()].flat())
            )
        }
      : {}),
    ...(isAny("now")
      ? {
          now: () => {
            for (const { store } of all) {
              const now = store.now?.()
              if (now !== undefined) return now
            }
            return undefined
          }
        }
      : {}),
    find: (query) => storeOf(query.environment).find(query),
    commit: (changes, guards) => {
      const named = new Set<Database>()
      for (const each of [...changes, ...guards]) if ("environment" in each) named.add(route(each.environment))
      const [database, other] = named
      if (other !== undefined) {
        return Effect.die(new CommitAcrossDatabases({ databases: [...named].map(({ name }) => name) }))
      }
      return (database?.store ?? storeOf(SERVICE)).commit(changes, guards)
    },
    claimDue: (collection, now, lease, limit, only) => {
      if (only !== undefined && "ids" in only) {
        return storeOf(only.environment).claimDue(collection, now, lease, limit, only)
      }
      const taken = new Map<string, number>()
      const claimed = shared<ReadonlyArray<Row>>(
        `${collection.name} ${only?.mode}`,
        limit,
        (rows) => rows.length,
        ({ store }, part) =>
          Effect.tap(store.claimDue(collection, now, lease, part, lessened(only, taken)), (rows) =>
            Effect.sync(() => {
              for (const { environment } of rows) taken.set(environment, (taken.get(environment) ?? 0) + 1)
            })
          )
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
        (removed) => removed.reduce((sum, each) => sum + each, 0)
      )
  })
}

type Rows = ReadonlyArray<ReadonlyArray<Row>>

/** The refs of each database. */
const apart = (refs: ReadonlyArray<Ref>, route: Route): ReadonlyArray<readonly [Database, ReadonlyArray<Ref>]> => {
  const parts = new Map<Database, Array<Ref>>()
  for (const ref of refs) {
    const database = route(ref.environment)
    const part = parts.get(database)
    if (part === undefined) parts.set(database, [ref])
    else part.push(ref)
  }
  return [...parts]
}

/** The rows of each ref, in the order of the refs. */
const joined = (refs: ReadonlyArray<Ref>, loaded: ReadonlyArray<readonly [ReadonlyArray<Ref>, Rows]>): Rows => {
  const found = new Map(loaded.flatMap(([part, rows]) => part.map((ref, nth) => [ref, rows[nth] ?? []] as const)))
  return refs.map((ref) => found.get(ref) ?? [])
}

/** The share that is left of each environment after an earlier part of the same claim. */
const lessened = (share: ClaimShare | undefined, taken: ReadonlyMap<string, number>) => {
  if (share === undefined) return undefined
  const most = new Map(share.most)
  for (const [environment, count] of taken) most.set(environment, (share.most.get(environment) ?? share.each) - count)
  return { ...share, most }
}

type Depth = Effect.Success<ReturnType<NonNullable<Store["Service"]["depths"]>>>[number]

const summed = (depths: ReadonlyArray<Depth>): ReadonlyArray<Depth> => {
  const sums = new Map<string, Depth>()
  for (const depth of depths) {
    const key = `${depth.mode} ${depth.collection}`
    const { count, since } = sums.get(key) ?? { count: 0, since: depth.since }
    sums.set(key, { ...depth, count: count + depth.count, since: Math.min(since, depth.since) })
  }
  return [...sums.values()]
}
