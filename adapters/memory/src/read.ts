import type { EnvironmentKey, FieldOf, Query, Ref, Row } from "@countersign/core"
import { indexAddress, recordAddress, uniqueAddress } from "./addresses.ts"
import { meet } from "./meet.ts"
import { countBelow } from "./places.ts"
import type { World } from "./World.ts"

/** The rows that one ref of a `load` finds. */
export const read = (world: World, ref: Ref): ReadonlyArray<Row> => {
  const { collection, environment } = ref
  meet(world, collection)
  switch (ref.by) {
    case "id":
      return rowAt(world, recordAddress(collection, environment, ref.id))
    case "unique":
      return rowAt(world, world.uniques.get(uniqueAddress(collection, environment, ref.key, ref.values)))
    case "index": {
      const values = ref.values.map((value) => (typeof value === "string" ? value : fieldOf(world, environment, value)))
      if (!values.every((value) => value !== undefined)) return []
      return page(world, { collection, environment, index: { name: ref.index, values }, limit: ref.limit })
    }
  }
}

/** A page, newest first or oldest. It starts at a position and not at a count: what is inserted meanwhile shifts no page. */
export const page = (world: World, query: Query): ReadonlyArray<Row> => {
  const { after, collection, environment, index, limit, order } = query
  meet(world, collection)
  const list = world.lists.get(indexAddress(collection, environment, index.name, index.values)) ?? []
  if (order === "oldest") {
    const below = after === undefined ? 0 : countBelow(list, { rank: after.createdAt, name: after.id })
    const [first] = list.slice(below)
    const start = first !== undefined && first.rank === after?.createdAt && first.name === after.id ? below + 1 : below
    return list.slice(start, start + limit).flatMap((place) => rowAt(world, place.record))
  }
  const end = after === undefined ? list.length : countBelow(list, { rank: after.createdAt, name: after.id })
  return list
    .slice(Math.max(0, end - limit), end)
    .reverse()
    .flatMap((place) => rowAt(world, place.record))
}

/** The text another record holds, if that record is there and the field holds a text. */
const fieldOf = (world: World, environment: EnvironmentKey, { collection, field, id }: FieldOf): string | undefined => {
  const [row] = rowAt(world, recordAddress(collection, environment, id))
  const body = row?.body
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, field)) return undefined
  const value: unknown = Object.getOwnPropertyDescriptor(body, field)?.value
  return typeof value === "string" ? value : undefined
}

const rowAt = (world: World, address: string | undefined): ReadonlyArray<Row> => {
  const kept = address === undefined ? undefined : world.records.get(address)
  return kept === undefined ? [] : [kept.row]
}
