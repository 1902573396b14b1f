import {
  ALL,
  type Change,
  type ClaimOnly,
  type ClaimShare,
  type Declaration,
  type Guard,
  type Query,
  type Ref,
  type Row,
  Store
} from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { here, things } from "./things.ts"

/** A commit is of one environment, so changes of several are one commit for each. */
export const commit = (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard> = []) =>
  Effect.flatMap(Store, (store) => {
    const environments = new Set(changes.map(({ environment }) => environment))
    if (environments.size < 2 || guards.length > 0) return store.commit(changes, guards)
    return Effect.forEach(
      environments,
      (one) =>
        store.commit(
          changes.filter(({ environment }) => environment === one),
          []
        ),
      { discard: true }
    )
  })

/** The reason and collection of a conflict, or "written". A guard of time has no collection. */
export const outcome = (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard> = []) =>
  commit(changes, guards).pipe(
    Effect.as("written"),
    Effect.catchTag("Conflict", ({ because, collection }) =>
      Effect.succeed(because === "late" ? because : `${because} ${collection}`)
    )
  )

export const load = (refs: ReadonlyArray<Ref>) =>
  Effect.map(
    Effect.flatMap(Store, (store) => store.load(refs)),
    (answers) => answers.map((rows) => rows.map(plain))
  )

export const rowsOf = (ref: Ref) => Effect.map(load([ref]), ([rows]): ReadonlyArray<Row> => rows ?? [])

export const rowOf = (ref: Ref) => Effect.map(rowsOf(ref), ([row]) => row)

export const idsOf = (ref: Ref) => Effect.map(rowsOf(ref), (rows) => rows.map(({ id }) => id))

export const find = (query: Partial<Query>) =>
  Effect.map(
    Effect.flatMap(Store, (store) =>
      store.find({ collection: things, environment: here, index: ALL, limit: 100, ...query })
    ),
    (rows) => rows.map(plain)
  )

export const foundIds = (query: Partial<Query>) => Effect.map(find(query), (rows) => rows.map(({ id }) => id))

export const claim = (
  now: number,
  lease: number,
  limit = 10,
  of: Declaration = things,
  only?: ClaimOnly | ClaimShare
) =>
  Effect.map(
    Effect.flatMap(Store, (store) => store.claimDue(of, now, lease, limit, only)),
    (rows) => rows.map(plain)
  )

/** The result of a claim, each row as `id@version`. */
export const claimed = (now: number, lease = 100, limit = 10, only?: ClaimOnly | ClaimShare) =>
  Effect.map(claim(now, lease, limit, things, only), (rows) => rows.map(({ id, version }) => `${id}@${version}`))

export const sweep = (of: ReadonlyArray<Declaration>, now: number, limit = 10) =>
  Effect.flatMap(Store, (store) => store.sweep(of, now, limit))

/** The fields of a row that the port defines. An adapter may add others. */
const plain = ({ body, createdAt, environment, id, updatedAt, version }: Row): Row => ({
  environment,
  id,
  version,
  createdAt,
  updatedAt,
  body
})
