import { type Change, Collection, Conflict, type Guard, hasExpired, type Millis, type Row } from "@countersign/core"
import { addressesOf, addressOf } from "./addresses.ts"
import { rowOf, rowsOf, type Sql, sortable } from "./rows.ts"

/** Writes all changes, or throws. A conflict rolls back like any other exception. */
export const commit = (sql: Sql, changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard>, now: Millis): void => {
  sql("begin immediate")
  try {
    for (const guard of guards) if (!passes(sql, guard, now)) throw failed(guard)
    // Deletes all old addresses before it writes new ones: one commit may move a key to another record, or swap two.
    const removed = changes.map((change) => take(sql, change))
    for (const [at, change] of changes.entries()) put(sql, change, removed[at])
    sql("commit")
  } catch (error) {
    sql("rollback")
    throw error
  }
}

const passes = (sql: Sql, guard: Guard, now: Millis): boolean => {
  switch (guard.guard) {
    case "before":
      return !hasExpired(guard.at, now)
    case "version":
      return (rowsOf(sql, { ...guard, by: "id" })[0]?.version ?? 0) === guard.version
  }
}

const failed = (guard: Guard): Conflict => {
  return guard.guard === "before"
    ? new Conflict({ because: "late", collection: "" })
    : new Conflict({ because: "version", collection: guard.collection.name })
}

/** Removes the record at the version that the change names, and returns the removed row. */
const take = (sql: Sql, change: Change): Row | undefined => {
  if (change.op === "insert") return undefined
  const [stored] = sql(TAKE, addressOf(change, "id", change.id), change.version)
  if (stored === undefined) throw new Conflict({ because: "version", collection: change.collection.name })
  return rowOf(stored)
}

const TAKE = `delete from records where record = (select record from entries where address = ?) and version = ?
  returning content, version`

/** Writes the record and its addresses. A unique address that is still in use belongs to another record. */
const put = (sql: Sql, change: Change, removed: Row | undefined): void => {
  if (change.op === "remove") return
  const { at: updatedAt, body, collection, environment, id } = change
  const createdAt = removed?.createdAt ?? updatedAt
  const content = JSON.stringify({ environment, id, createdAt, updatedAt, body })
  const [due = null, expiry = null] = [collection.due, collection.expiry].map((field) =>
    field === undefined ? undefined : Collection.instantOf(body, field)
  )
  const [[record = null] = []] = sql(
    PUT,
    collection.name,
    environment,
    (removed?.version ?? 0) + 1,
    content,
    due,
    expiry,
    change.op === "insert" ? (change.leasedUntil ?? null) : null
  )
  const unique = [addressOf(change, "id", id), ...addressesOf(change, "unique", body)]
  const addresses = [...unique, ...addressesOf(change, "indexes", body)]
  const entered = sql(ENTER, record, createdAt, sortable(id), unique.length, JSON.stringify(addresses))
  if (entered.length < addresses.length) throw new Conflict({ because: "taken", collection: collection.name })
}

const PUT = `insert into records (collection, environment, version, content, due, expiry, leased_until)
  values (?, ?, ?, ?, ?, ?, ?) returning record`

// The first ?4 addresses are unique. SQLite needs the `where`, or parses `on` as a part of a join.
const ENTER = `insert into entries (record, created_at, id, is_unique, address)
  select ?1, ?2, ?3, key < ?4, value from json_each(?5) where true on conflict do nothing returning 1`
