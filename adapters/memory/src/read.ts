import type { Declaration, EnvironmentKey, FieldOf, Json, Millis, Row, Store } from "@countersign/core"
import { Effect } from "effect"

/** All that a store contains: a table per collection, by its name. */
export type World = Map<string, Table>

export interface Table {
  readonly collection: Declaration
  readonly spaces: Map<EnvironmentKey, Space>
  /** The entries of all environments that wait, by the instant they wait for, then id, then environment. */
  readonly due: Array<Entry>
  readonly expiry: Array<Entry>
}

/** The records of one collection in one environment. Environments share no map (I9), so no key needs a prefix. */
export interface Space {
  readonly table: Table
  readonly environment: EnvironmentKey
  readonly records: Map<string, Entry>
  readonly uniques: ReadonlyArray<Path<Entry>>
  /** Lists ascend by createdAt, then id. An empty list is removed. */
  readonly indexes: ReadonlyArray<Path<Array<Entry>>>
}

/** A declared unique key or index, and what its values lead to, see {@link spell}. */
export interface Path<A> {
  readonly name: string
  readonly fields: ReadonlyArray<string>
  readonly found: Map<string, A>
}

/** A record. A replace changes the entry in place, so lists and keys that it stays in are not touched. */
export interface Entry {
  readonly space: Space
  readonly id: string
  row: Row
  places: Places
  leasedUntil: Millis
}

/** Where an entry is found: its keys and lists in the order of the paths of its space, and its instants in the queues. */
export interface Places {
  readonly keys: ReadonlyArray<string | undefined>
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
          const values = textsOf(world, environment, ref.values)
          const list = values && lookup(space.indexes, collection, ref.index, values)
          answers.push(list === undefined ? [] : newest(list, ref.limit, list.length))
        } else {
          const entry =
            ref.by === "id" ? space.records.get(ref.id) : lookup(space.uniques, collection, ref.key, ref.values)
          answers.push(entry === undefined ? [] : [entry.row])
        }
      }
      return answers
    })

/** A page starts at a position and not at a count, so a record inserted meanwhile does not shift it. */
export const find =
  (world: World): Store["Service"]["find"] =>
  ({ after, collection, environment, index, limit, order }) =>
    Effect.sync(() => {
      const list = lookup(spaceOf(world, collection, environment).indexes, collection, index.name, index.values) ?? []
      if (order !== "oldest") {
        const end = after === undefined ? list.length : countBelow(list, "createdAt", after.createdAt, after.id, "")
        return newest(list, limit, end)
      }
      // No environment is above "\uffff", so the record at the position itself is below, and the page starts after it.
      const start = after === undefined ? 0 : countBelow(list, "createdAt", after.createdAt, after.id, "\uffff")
      return list.slice(start, start + limit).map(({ row }) => row)
    })

/** The last `limit` entries before `end`, in descending order. */
const newest = (list: ReadonlyArray<Entry>, limit: number, end: number): ReadonlyArray<Row> =>
  list
    .slice(Math.max(0, end - limit), end)
    .reverse()
    .map(({ row }) => row)

/** The texts of an index, those in fields of other records read. Undefined where one is not there, or no text. */
const textsOf = (
  world: World,
  environment: EnvironmentKey,
  values: ReadonlyArray<string | FieldOf>
): ReadonlyArray<string> | undefined => {
  const texts: Array<string> = []
  for (const value of values) {
    const text = typeof value === "string" ? value : fieldOf(world, environment, value)
    if (typeof text !== "string") return undefined
    texts.push(text)
  }
  return texts
}

const fieldOf = (world: World, environment: EnvironmentKey, { collection, field, id }: FieldOf): Json | undefined => {
  const entry = spaceOf(world, collection, environment).records.get(id)
  return entry && valueOf(entry.row.body, field)
}

/** An own field of a body that is an object. */
export const valueOf = (body: Json, field: string | undefined): Json | undefined =>
  typeof body === "object" && body !== null && !isList(body) && field !== undefined && Object.hasOwn(body, field)
    ? body[field]
    : undefined

/** As a guard that also excludes lists which are read-only. */
export const isList: (json: Json) => json is ReadonlyArray<Json> = Array.isArray

/** What the values of a declared key or index lead to. Another name is a mistake of the program, and throws. */
export const lookup = <A>(
  paths: ReadonlyArray<Path<A>>,
  collection: Declaration,
  name: string,
  values: ReadonlyArray<string>
): A | undefined => {
  for (const path of paths) {
    if (path.name === name) return path.fields.length === values.length ? path.found.get(spell(values)) : undefined
  }
  throw new Error(`memory: the collection ${collection.name} declares no ${JSON.stringify(name)}`)
}

/** Several texts as one. No two sequences of the same length are spelled alike, whatever the texts contain. */
export const spell = (texts: ReadonlyArray<string>): string => {
  let spelled = ""
  for (const text of texts) {
    if (texts.length === 1) return text
    spelled += `${text.length}:${text}`
  }
  return spelled
}

/** How many entries of a list come before a position, by halving. Looks at the last entry first: most come in order. */
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

/** The space of a collection in an environment, made at its first use. */
export const spaceOf = (world: World, collection: Declaration, environment: EnvironmentKey): Space => {
  const table = tableOf(world, collection)
  const known = table.spaces.get(environment)
  if (known !== undefined) return known
  const space: Space = {
    table,
    environment,
    records: new Map(),
    uniques: pathsOf(collection.unique),
    indexes: pathsOf(collection.indexes)
  }
  table.spaces.set(environment, space)
  return space
}

const pathsOf = <A>(declared: Declaration["unique"]): ReadonlyArray<Path<A>> =>
  Object.entries(declared).map(([name, fields]) => ({ name, fields, found: new Map() }))

/**
 * The table of a collection, made at its first use. Another declaration under the same name would find nothing of what
 * was written before it: a mistake of the program, which throws.
 */
export const tableOf = (world: World, collection: Declaration): Table => {
  const known = world.get(collection.name)
  if (known === undefined) {
    const table: Table = { collection, spaces: new Map(), due: [], expiry: [] }
    world.set(collection.name, table)
    return table
  }
  if (known.collection === collection || shapeOf(known.collection) === shapeOf(collection)) return known
  throw new Error(`memory: two different collections are named ${JSON.stringify(collection.name)}`)
}

const shapeOf = ({ due, expiry, indexes, unique }: Declaration): string =>
  JSON.stringify([Object.entries(unique).sort(), Object.entries(indexes).sort(), expiry, due])
