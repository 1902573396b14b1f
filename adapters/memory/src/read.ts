import {
  Collection,
  type Declaration,
  type EnvironmentKey,
  type FieldOf,
  type Json,
  type Millis,
  type Row,
  type Store
} from "@countersign/core"
import { Effect } from "@countersign/core/effect"

/** The contents of a store: one table per collection name. */
export type World = Map<string, Table>

export interface Table {
  readonly collection: Declaration
  readonly spaces: Map<EnvironmentKey, Space>
  /** The entries of all environments with an expiry, ordered by it, then id, then environment. */
  readonly expiry: Array<Entry>
}

/** The records of one collection in one environment. Environments share no map (I9), so no key needs a prefix. */
export interface Space {
  readonly table: Table
  readonly environment: EnvironmentKey
  readonly records: Map<string, Entry>
  /** The entries with a due time, ordered by it, then id. */
  readonly due: Array<Entry>
  readonly uniques: ReadonlyArray<Path>
  readonly indexes: ReadonlyArray<Path>
  /** Both. */
  readonly paths: ReadonlyArray<Path>
}

/** A declared unique key or index. */
export interface Path {
  readonly name: string
  readonly fields: ReadonlyArray<string>
  /** By value; see {@link encodeTexts}. Lists ascend by createdAt, then id. An empty list is removed. */
  readonly found: Map<string, Array<Entry>>
}

/** A record. A replace changes the entry in place, so lists and keys with unchanged values are not touched. */
export interface Entry {
  readonly space: Space
  readonly id: string
  row: Row
  places: Places
  leasedUntil: Millis
}

/** The places of an entry: its values in the unique keys and indexes of its space, and its times in the queues. */
export interface Places {
  readonly lists: ReadonlyArray<string | undefined>
  readonly due: Millis | undefined
  readonly expiry: Millis | undefined
}

export const load =
  (world: World): Store["Service"]["load"] =>
  (refs) =>
    Effect.sync(() => {
      const answers: Array<ReadonlyArray<Row>> = []
      for (const ref of refs) {
        const { collection, environment } = ref
        const space = spaceOf(world, collection, environment)
        if (ref.by === "index") {
          const list = lookup(space.indexes, collection, ref.index, textsOf(world, environment, ref.values))
          answers.push(newest(list, ref.limit))
        } else if (ref.by === "unique") {
          answers.push(newest(lookup(space.uniques, collection, ref.key, ref.values), 1))
        } else {
          const entry = space.records.get(ref.id)
          answers.push(entry === undefined ? [] : [entry.row])
        }
      }
      return answers
    })

/** A page starts at a position, not at an offset, so a concurrent insert does not shift it. */
export const find =
  (world: World): Store["Service"]["find"] =>
  ({ after, collection, environment, index, limit, order }) =>
    Effect.sync(() => {
      const list = lookup(spaceOf(world, collection, environment).indexes, collection, index.name, index.values)
      if (order !== "oldest") {
        const end = after === undefined ? list.length : countBelow(list, "createdAt", after.createdAt, after.id, "")
        return newest(list, limit, end)
      }
      // No environment is above "\uffff": the record at the position sorts below, and the page starts after it.
      const start = after === undefined ? 0 : countBelow(list, "createdAt", after.createdAt, after.id, "\uffff")
      return list.slice(start, start + limit).map(({ row }) => row)
    })

/** The last `limit` entries before `end`, in descending order. */
const newest = (list: ReadonlyArray<Entry>, limit: number, end = list.length): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  for (const { row } of list.slice(Math.max(0, end - limit), end)) rows.unshift(row)
  return rows
}

/** The values of an index ref, references resolved, without those whose record is missing or whose field is not a text. */
const textsOf = (
  world: World,
  environment: EnvironmentKey,
  values: ReadonlyArray<string | FieldOf>
): ReadonlyArray<string> => {
  const texts: Array<string> = []
  for (const value of values) {
    const text = typeof value === "string" ? value : fieldOf(world, environment, value)
    if (typeof text === "string") texts.push(text)
  }
  return texts
}

const fieldOf = (world: World, environment: EnvironmentKey, { collection, field, id }: FieldOf): Json | undefined => {
  const entry = spaceOf(world, collection, environment).records.get(id)
  return entry && Collection.valueOf(entry.row.body, field)
}

/** The records by value of a declared key or index. Throws for an undeclared name, which is a programming error. */
export const lookup = (
  paths: ReadonlyArray<Path>,
  collection: Declaration,
  name: string,
  values: ReadonlyArray<string>
): ReadonlyArray<Entry> => {
  for (const path of paths) {
    if (path.name === name)
      return (path.fields.length === values.length ? path.found.get(encodeTexts(values)) : undefined) ?? []
  }
  throw new Error(`memory: the collection ${collection.name} has no key or index ${JSON.stringify(name)}`)
}

/** Encodes several texts as one. Two sequences of the same length never have the same encoding. */
export const encodeTexts = (texts: ReadonlyArray<string>): string => {
  const [only = "", ...others] = texts
  return others.length === 0 ? only : texts.map((text) => `${text.length}:${text}`).join("")
}

/** The number of entries before a position, by binary search. Checks the last entry first: most lookups are in order. */
export const countBelow = (
  list: ReadonlyArray<Entry>,
  order: "createdAt" | "due" | "expiry",
  rank: number,
  id: string,
  environment: string
): number => {
  let [low, high] = [0, list.length]
  for (let middle = high - 1; low < high; middle = (low + high) >>> 1) {
    const entry = list[middle]
    const at = order === "createdAt" ? entry?.row.createdAt : entry?.places[order]
    const isBelow =
      entry !== undefined &&
      at !== undefined &&
      (at < rank || (at === rank && (entry.id < id || (entry.id === id && entry.space.environment < environment))))
    if (isBelow) low = middle + 1
    else high = middle
  }
  return low
}

/** The space of a collection in an environment, created on first use. */
export const spaceOf = (world: World, collection: Declaration, environment: EnvironmentKey): Space => {
  const table = tableOf(world, collection)
  const known = table.spaces.get(environment)
  if (known !== undefined) return known
  const [uniques, indexes] = [pathsOf(collection.unique), pathsOf(collection.indexes)]
  const paths = [...uniques, ...indexes]
  const space: Space = { table, environment, records: new Map(), due: [], uniques, indexes, paths }
  table.spaces.set(environment, space)
  return space
}

const pathsOf = (declared: Declaration["unique"]): ReadonlyArray<Path> =>
  Object.entries(declared).map(([name, fields]) => ({ name, fields, found: new Map() }))

/** The table of a collection, created on first use. Another declaration of its name would not find its records. */
export const tableOf = (world: World, collection: Declaration): Table => {
  const known = world.get(collection.name)
  if (known === undefined) {
    const table: Table = { collection, spaces: new Map(), expiry: [] }
    world.set(collection.name, table)
    return table
  }
  if (known.collection === collection || shapeOf(known.collection) === shapeOf(collection)) return known
  throw new Error(`memory: two different collections are named ${JSON.stringify(collection.name)}`)
}

const shapeOf = ({ due, expiry, indexes, unique }: Declaration): string =>
  JSON.stringify([Object.entries(unique).sort(), Object.entries(indexes).sort(), expiry, due])
