import type { FieldOf, Query, Ref, Row } from "@countersign/core"
import { type IsWanted, type RunStatement, type Statement, statements } from "./Statement.ts"
import {
  byIndex,
  type Column,
  columnsOf,
  environmentOf,
  ROW,
  rowOf,
  type Table,
  type Tables,
  toColumn,
  toId,
  toPosition
} from "./table.ts"

/** The refs of a load. Loads of the same shape differ only in their values, and share a prepared statement. */
export interface Load {
  readonly refs: ReadonlyArray<Ref>
  readonly shape: string
  readonly values: ReadonlyArray<unknown>
}

export const loadOf = (tables: Tables, refs: ReadonlyArray<Ref>): Load => {
  let shape = ""
  const values: Array<unknown> = []
  for (const ref of refs) {
    const table = tables(ref.collection)
    shape += `|${ref.by} ${table.name}`
    values.push(environmentOf(ref.environment))
    switch (ref.by) {
      case "id":
        values.push(toId(table.id, ref.id))
        break
      case "unique": {
        const columns = columnsOf(table, ref.collection.unique, ref.key)
        shape += ` ${ref.key}`
        values.push(...columns.map((column, nth) => toColumn(column, ref.values[nth] ?? "")))
        break
      }
      case "index":
        shape += ` ${ref.index}`
        for (const [nth, column] of columnsOf(table, ref.collection.indexes, ref.index).entries()) {
          const value = ref.values[nth] ?? ""
          if (typeof value === "string") values.push(toColumn(column, value))
          else {
            const source = tables(value.collection)
            shape += ` ${nth}=${source.name}.${value.field}`
            values.push(toId(source.id, value.id))
          }
        }
        values.push(ref.limit)
        break
    }
  }
  return { refs, shape, values }
}

/** Reads loads of the same shape in one statement, and so in one snapshot. Returns the rows of each ref of each load. */
export const loading = (schema: string, tables: Tables, run: RunStatement) => {
  const statementOf = statements()
  return async (
    loads: ReadonlyArray<Load>,
    until: number,
    isWanted?: IsWanted
  ): Promise<ReadonlyArray<ReadonlyArray<ReadonlyArray<Row>>>> => {
    const [first] = loads
    if (first === undefined) return []
    const { refs, shape } = first
    const isOne = loads.length === 1
    const statement = statementOf(`${isOne}${shape}`, () => (isOne ? singleText : batchText)(schema, tables, refs))
    const values = isOne ? first.values : first.values.map((_, nth) => loads.map(({ values }) => values[nth]))
    const { rows } = await run(statement(...values), until, isWanted)
    const found = loads.map(({ refs }) => refs.map((): Array<Row> => []))
    for (const row of rows) {
      const [nth, slot] = [Number(row.nth ?? 1) - 1, Number(row.slot)]
      const ref = loads[nth]?.refs[slot]
      if (ref !== undefined) found[nth]?.[slot]?.push(rowOf(tables(ref.collection), row, ref.environment))
    }
    return found
  }
}

const singleText = (schema: string, tables: Tables, refs: ReadonlyArray<Ref>): string => {
  let next = 1
  return partsOf(schema, tables, refs, (type) => `$${next++}::${type}`)
}

/** The parts of the shape for each of the loads, whose values are one array for each value of the shape. */
const batchText = (schema: string, tables: Tables, refs: ReadonlyArray<Ref>): string => {
  const types: Array<string> = []
  const parts = partsOf(schema, tables, refs, (type) => `w.p${types.push(type)}`)
  return `select w.nth::text as nth, q.*
    from unnest(${types.map((type, nth) => `$${nth + 1}::${type}[]`).join(", ")})
      with ordinality as w (${types.map((_, nth) => `p${nth + 1}`).join(", ")}, nth)
    cross join lateral (${parts}) as q`
}

/** The select of each ref. `value` returns the SQL of the next value of the shape. */
const partsOf = (schema: string, tables: Tables, refs: ReadonlyArray<Ref>, value: (type: string) => string): string => {
  const partOf = (ref: Ref, slot: number): string => {
    const table = tables(ref.collection)
    const environment = value("uuid")
    const equals = (column: Column): string => `r.${column.name} = ${value(column.type)}`
    const read = (conditions: ReadonlyArray<string>): string =>
      `select ${slot}::text as slot, ${ROW} from ${table.name} r
        where ${[`r.environment = ${environment}`, ...conditions, byIndex(schema)].join(" and ")}`
    switch (ref.by) {
      case "id":
        return read([equals(table.id)])
      case "unique":
        return read(columnsOf(table, ref.collection.unique, ref.key).map(equals))
      case "index": {
        const conditions = columnsOf(table, ref.collection.indexes, ref.index).map((column, nth) => {
          const of = ref.values[nth] ?? ""
          return typeof of === "string"
            ? equals(column)
            : `r.${column.name} = (${fieldText(schema, tables(of.collection), of, column, environment, value)})`
        })
        return `(${read(conditions)} order by r.created_at desc, r.id desc limit ${value("bigint")})`
      }
    }
  }
  return refs.map(partOf).join(" union all ")
}

/** Reads the field of a record as a value of the column: its own column, or the text in its body. */
const fieldText = (
  schema: string,
  source: Table,
  { field }: FieldOf,
  column: Column,
  environment: string,
  value: (type: string) => string
): string => {
  const own = source.fields.get(field)
  const from = `from ${source.name} r where r.environment = ${environment} and r.id = ${value(source.id.type)} and ${byIndex(schema)}`
  if (own !== undefined && own.prefix === column.prefix) return `select r.${own.name} ${from}`
  const name = `'${field.replaceAll("'", "''")}'`
  const isText = `json_typeof(${BODY} -> ${name}) = 'string'`
  const text = `${BODY} ->> ${name}`
  return column.prefix === undefined
    ? `select case when ${isText} then ${text} end ${from}`
    : `select case when ${text} ~ '^${column.prefix}:${UUID}$' then substr(${text}, ${column.prefix.length + 2})::uuid end ${from}`
}

/** A body as JSON of which each text can be read: PostgreSQL reads no U+0000 and no half of a surrogate pair. */
const BODY = String.raw`regexp_replace(r.body, '\\u(?:0000|d[89a-f]..)', '\\u0001', 'g')::json`
const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"

/** Reads a page of an index. A page starts after a position (keyset pagination). */
export const finding = (schema: string, tables: Tables): ((query: Query) => Statement) => {
  const statementOf = statements()
  return ({ after, collection, environment, index, limit, order }) => {
    const table = tables(collection)
    const columns = columnsOf(table, collection.indexes, index.name)
    const key = `${table.name} ${index.name} ${order} ${after === undefined}`
    const statement = statementOf(key, () => {
      const [sign, way] = order === "oldest" ? [">", "asc"] : ["<", "desc"]
      let next = 2
      return `select ${ROW} from ${table.name} r where r.environment = $1::uuid and ${byIndex(schema)}
        ${columns.map(({ name, type }) => `and r.${name} = $${next++}::${type}`).join(" ")}
        ${after === undefined ? "" : `and (r.created_at, r.id) ${sign} ($${next++}::bigint, $${next++}::${table.id.type})`}
        order by r.created_at ${way}, r.id ${way} limit $${next}::bigint`
    })
    const values = columns.map((column, nth) => toColumn(column, index.values[nth] ?? ""))
    const start = after === undefined ? [] : [after.createdAt, toPosition(table.id, after.id)]
    return statement(environmentOf(environment), ...values, ...start, limit)
  }
}
