import { Conflict, type Declaration, environmentTurns, hasExpired, type Millis, Store } from "@countersign/core"
import { Effect } from "effect"
import { commit } from "../src/explore/onward.ts"
import { addressOf, page, type Rows, read, storedRow } from "../src/store/Rows.ts"

/** The model's store as a Store. Leases and sweeping, which the model does not use, are added here. */
export const makeModelStore = () => {
  let rows: Rows = new Map()
  const inTurn = environmentTurns()
  const leases = new Map<string, Millis>()
  const waiting = (collection: Declaration, field: string | undefined) =>
    [...rows.values()]
      .filter((each) => each.collection.name === collection.name)
      .flatMap((each) => {
        const at =
          field === undefined ? undefined : Object.entries(Object(each.row.body)).find(([name]) => name === field)?.[1]
        return typeof at === "number" ? [{ ...each, at }] : []
      })
      .sort((one, other) => one.at - other.at || (one.row.id < other.row.id ? -1 : 1))
  return Store.of({
    load: (refs) => Effect.sync(() => refs.map((ref) => read(rows, ref).map(({ row }) => structuredClone(row)))),
    find: (query) => Effect.sync(() => page(rows, query).map(({ row }) => structuredClone(row))),
    commit: (changes, guards) =>
      Effect.clockWith((clock) => {
        const result = commit(rows, clock.currentTimeMillisUnsafe(), { changes, guards })
        if (result instanceof Conflict) return Effect.fail(result)
        rows = result
        for (const change of changes) {
          const address = addressOf(change.collection, change.environment, change.id)
          if (change.op === "insert" && change.leasedUntil !== undefined) leases.set(address, change.leasedUntil)
          else leases.delete(address)
        }
        return Effect.void
      }),
    claimDue: (collection, now, lease, limit, only) =>
      Effect.sync(() => {
        const [named, share] = only === undefined || "ids" in only ? [only, undefined] : [undefined, only]
        const due = waiting(collection, collection.due).filter(
          ({ address, at, row }) =>
            at <= (named?.dueBy ?? now) &&
            hasExpired(leases.get(address) ?? 0, now) &&
            (named === undefined || (row.environment === named.environment && named.ids.includes(row.id)))
        )
        const of = (environment: string) => due.filter(({ row }) => row.environment === environment)
        const environments = new Set(due.map(({ row }) => row.environment))
        const chosen =
          named === undefined
            ? inTurn(collection.name, environments, limit, share, (environment, nth) => of(environment)[nth])
            : due.slice(0, limit)
        return chosen
          .toSorted((one, other) => one.at - other.at)
          .map(({ address, row }) => {
            const claimed = storedRow(collection, { ...row, version: row.version + 1 })
            rows = new Map([...rows, [address, claimed]])
            leases.set(address, now + lease)
            return structuredClone(claimed.row)
          })
      }),
    sweep: (collections, now, limit) =>
      Effect.sync(() => {
        const over = collections
          .flatMap((collection) => waiting(collection, collection.expiry))
          .filter(({ at }) => hasExpired(at, now))
          .slice(0, limit)
        const removed = new Set(over.map(({ address }) => address))
        rows = new Map([...rows].filter(([address]) => !removed.has(address)))
        return removed.size
      })
  })
}
