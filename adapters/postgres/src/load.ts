import type { FieldOf, Ref, Row } from "@countersign/core"
import { address, indexAddress, keyAddress, placeOf } from "./addresses.ts"
import { rowOf, toColumn } from "./rows.ts"
import { arrays, columnsOf, fixed, type IsWanted, type RunStatement } from "./Statement.ts"

/** One load, ready for a batch. `text` is the encoding of the ref, which is the same for equal refs. */
export type Load = ReadonlyArray<{ readonly ref: Ref; readonly text: string }>

export const loadOf = (refs: ReadonlyArray<Ref>): Load => refs.map((ref) => ({ ref, text: refText(ref) }))

/**
 * Reads all refs of all loads in one call of the SQL function `load`: one round trip and one snapshot. Returns for each
 * load the rows of each of its refs.
 */
export const loading = (schema: string, run: RunStatement) => {
  const statement = fixed(
    `select slot, id, version, created_at, updated_at, body from ${schema}.load(${arrays(TYPES)})`
  )
  return async (
    loads: ReadonlyArray<Load>,
    until: number,
    isWanted?: IsWanted
  ): Promise<ReadonlyArray<ReadonlyArray<ReadonlyArray<Row>>>> => {
    const wanted = new Map<string, Wanted>()
    for (const { ref, text } of loads.flat()) {
      if (!wanted.has(text)) wanted.set(text, { ref, slot: wanted.size, rows: [] })
    }
    const bySlot = [...wanted.values()]
    const { rows } = await run(statement(...listsOf(bySlot)), until, isWanted)
    for (const row of rows) {
      const requested = bySlot[Number(row.slot)]
      if (requested !== undefined) requested.rows.push(rowOf(row, requested.ref.environment))
    }
    return loads.map((load) => load.map(({ text }) => wanted.get(text)?.rows ?? []))
  }
}

interface Wanted {
  readonly ref: Ref
  readonly slot: number
  readonly rows: Array<Row>
}

/** The parameter types of `load`: refs by id, by unique key and by index, then the pieces of composed addresses. */
const TYPES = [
  ...["integer", "text", "text", "text"],
  ...["integer", "text", "text", "bytea"],
  ...["integer", "text", "text", "bigint", "bytea"],
  ...["integer", "text", "text", "text", "text", "text"]
]

type Columns = ReadonlyArray<unknown>

const listsOf = (wanted: ReadonlyArray<Wanted>): ReadonlyArray<Columns> => {
  const ids: Array<Columns> = []
  const keys: Array<Columns> = []
  const pages: Array<Columns> = []
  const pieced: Array<Columns> = []
  const pieces: Array<Columns> = []
  for (const { ref, slot } of wanted) {
    const place = [slot, ref.collection.name, ref.environment]
    switch (ref.by) {
      case "id":
        ids.push([...place, toColumn(ref.id)])
        break
      case "unique":
        keys.push([...place, address(keyAddress(ref.collection, ref.environment, ref.key, ref.values))])
        break
      case "index": {
        const { collection, environment, index, limit, values } = ref
        const texts = values.filter((value) => typeof value === "string")
        if (texts.length === values.length) {
          pages.push([...place, limit, address(indexAddress(collection, environment, index, texts))])
        } else {
          pieced.push([...place, limit])
          pieces.push(...piecesOf(slot, environment, indexAddress(collection, environment, index, []), values))
        }
        break
      }
    }
  }
  const [slots = [], collections = [], environments = [], limits = []] = columnsOf(4, [...pages, ...pieced])
  const addresses = columnsOf(5, pages)[4] ?? []
  return [
    ...columnsOf(4, ids),
    ...columnsOf(4, keys),
    ...[slots, collections, environments, limits, addresses],
    ...columnsOf(6, pieces)
  ]
}

/**
 * The pieces of an address text that includes fields of other records: the JSON array without its closing bracket, then
 * `,value` for each value. The database inserts the fields and computes the digest.
 */
const piecesOf = (
  slot: number,
  environment: string,
  front: string,
  values: ReadonlyArray<string | FieldOf>
): ReadonlyArray<Columns> => {
  const text = (piece: string): Columns => [slot, piece, null, null, null, null]
  return [
    text(front.slice(0, -1)),
    ...values.flatMap((value) =>
      typeof value === "string"
        ? [text(`,${JSON.stringify(value)}`)]
        : [text(","), [slot, null, value.collection.name, environment, toColumn(value.id), value.field]]
    ),
    text("]")
  ]
}

const refText = (ref: Ref): string => {
  const { collection, environment } = ref
  switch (ref.by) {
    case "id":
      return placeOf(ref)
    case "unique":
      return JSON.stringify([environment, collection.name, [ref.key], ...ref.values])
    case "index":
      return JSON.stringify([environment, collection.name, ref.limit, ref.index, ref.values.map(valueText)])
  }
}

const valueText = (value: string | FieldOf): string | ReadonlyArray<string> =>
  typeof value === "string" ? value : [value.collection.name, value.id, value.field]
