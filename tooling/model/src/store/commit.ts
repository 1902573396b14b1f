import { type Change, Conflict, type Guard, isOver, type Millis, type Write } from "@countersign/core/internal"
import { addressOf, type Kept, kept, type Rows } from "./Rows.ts"
import { matching, textOf } from "./read.ts"

/** All of a plan, or none of it: what is stored afterwards, or the first guard, change or unique key that does not hold. */
export const commit = (rows: Rows, now: Millis, { changes, guards }: Write): Rows | Conflict => {
  const conflict =
    firstOf(guards, (guard) => failed(rows, now, guard)) ?? firstOf(changes, (change) => unfit(rows, change))
  if (conflict !== undefined) return conflict
  const after = new Map(rows)
  for (const change of changes) write(after, change)
  return firstOf(changes, (change) => taken(after, change)) ?? after
}

const failed = (rows: Rows, now: Millis, guard: Guard): Conflict | undefined => {
  switch (guard.guard) {
    case "before":
      return isOver(guard.at, now) ? new Conflict({ because: "late", collection: "" }) : undefined
    case "version": {
      const { collection, environment, id, version } = guard
      return rows.get(addressOf(collection, environment, id))?.row.version === version
        ? undefined
        : new Conflict({ because: "version", collection: collection.name })
    }
    case "free": {
      const { collection, key, values } = guard
      return matching(rows, guard, collection.unique[key] ?? [], values).length === 0
        ? undefined
        : new Conflict({ because: "taken", collection: collection.name })
    }
  }
}

const unfit = (rows: Rows, change: Change): Conflict | undefined => {
  const collection = change.collection.name
  const version = rows.get(addressOf(change.collection, change.environment, change.id))?.row.version
  switch (change.op) {
    case "insert":
      return version === undefined ? undefined : new Conflict({ because: "taken", collection })
    case "replace":
    case "remove":
      return version === change.version ? undefined : new Conflict({ because: "version", collection })
  }
}

const write = (rows: Map<string, Kept>, change: Change): void => {
  const address = addressOf(change.collection, change.environment, change.id)
  const before = rows.get(address)?.row
  if (change.op === "remove") {
    rows.delete(address)
    return
  }
  const { at, body, collection, environment, id } = change
  const version = (before?.version ?? 0) + 1
  rows.set(
    address,
    kept(collection, { environment, id, version, createdAt: before?.createdAt ?? at, updatedAt: at, body })
  )
}

/** Unique keys are judged over what the commit would leave behind. */
const taken = (after: Rows, { collection, environment, id }: Change): Conflict | undefined => {
  const body = after.get(addressOf(collection, environment, id))?.row.body
  if (body === undefined) return undefined
  const isShared = Object.values(collection.unique).some((fields) => {
    const values = fields.flatMap((field) => textOf(body, field) ?? [])
    return values.length === fields.length && matching(after, { collection, environment }, fields, values).length > 1
  })
  return isShared ? new Conflict({ because: "taken", collection: collection.name }) : undefined
}

const firstOf = <A>(items: ReadonlyArray<A>, judge: (item: A) => Conflict | undefined): Conflict | undefined => {
  for (const item of items) {
    const conflict = judge(item)
    if (conflict !== undefined) return conflict
  }
  return undefined
}
