import { type Change, Conflict, type Guard } from "@countersign/core"
import { entriesOf, keysOf, spelledKey } from "./addresses.ts"
import { instantOf } from "./fields.ts"
import { toColumn } from "./ids.ts"
import type { Answer } from "./Pool.ts"
import type { Statement } from "./Statement.ts"

/**
 * One statement, hence one transaction and one round trip: a function of the schema does the work, see the migration.
 *
 * Not one statement of data-modifying parts: those share a snapshot from before any lock was waited for, so they judge
 * free keys by what has changed since. Not BEGIN to COMMIT from here: that is a round trip for each step, with the locks
 * held meanwhile. The function reads anew after each wait, and its plans are kept by the connection it happens to run on,
 * which no pooler minds.
 */
export const commitStatement = (
  schema: string,
  changes: ReadonlyArray<Change>,
  guards: ReadonlyArray<Guard>
): Statement => {
  requireDistinct(changes)
  return {
    text: `select because, culprit from ${schema}.commit($1::json, $2::json)`,
    values: [JSON.stringify(guards.map(guardItem)), JSON.stringify(changes.map(changeItem))]
  }
}

/** The conflict that the function answered with, if any. */
export const conflictOf = ({ rows: [row] }: Answer): Conflict | undefined => {
  const because = row?.because
  const collection = row?.culprit ?? ""
  switch (because) {
    case null:
      return undefined
    case "version":
    case "taken":
    case "late":
      return new Conflict({ because, collection })
    default:
      throw new Error("postgres: the commit function gave no answer that is known here")
  }
}

const guardItem = (guard: Guard): object => {
  switch (guard.guard) {
    case "before":
      return { guard: guard.guard, at: guard.at }
    case "version": {
      const { collection, environment, id, version } = guard
      return { guard: guard.guard, collection: collection.name, environment, id: toColumn(id), version }
    }
    case "free": {
      const { collection, environment, key, values } = guard
      const address = spelledKey(collection, environment, key, values)
      return { guard: guard.guard, collection: collection.name, address }
    }
  }
}

/** The body travels and is kept as its JSON text: the database never reads it to write it. */
const changeItem = (change: Change): object => {
  const { collection, environment, id, op } = change
  const item = { op, collection: collection.name, environment, id: toColumn(id), keys: [], entries: [] }
  if (change.op === "remove") return { ...item, version: change.version }
  const { at, body } = change
  return {
    ...item,
    ...(change.op === "replace" ? { version: change.version } : {}),
    at,
    body: JSON.stringify(body),
    keys: keysOf(collection, environment, body),
    entries: entriesOf(collection, environment, body),
    expires_at: instantOf(body, collection.expiry),
    due_at: instantOf(body, collection.due)
  }
}

/** Changes happen at once, not one after another: two to one record have no meaning, and throw. */
const requireDistinct = (changes: ReadonlyArray<Change>): void => {
  const seen = new Set<string>()
  for (const { collection, environment, id } of changes) {
    const place = JSON.stringify([collection.name, environment, id])
    if (seen.has(place)) throw new Error(`postgres: one commit changes a record of ${collection.name} twice`)
    seen.add(place)
  }
}
