import type { FieldOf, Query, Ref, Row } from "@countersign/core"
import type { PoolQuery } from "./Pool.ts"
import { type RunStatement, statements, type Wait } from "./Statement.ts"
import {
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

/** The refs of a load as SQL. Loads of one text differ only in their values, and share a prepared statement. */
export interface Load {
  readonly refs: ReadonlyArray<Ref>
  readonly text: string
  readonly values: Array<unknown>
}

export const loadOf = (tables: Tables, refs: ReadonlyArray<Ref>): Load => {
  const values: Array<unknown> = []
  const parts: Array<string> = []
  for (const [slot, ref] of refs.entries()) parts.push(selectOf(tables, ref, values, `${slot}::text as slot, `))
  return { refs, text: parts.join(" union all "), values }
}

/** Reads loads of one text in one statement, and so in one snapshot. Returns the rows of each ref of each load. */
export const loading = (tables: Tables, run: RunStatement) => {
  const [single, batch] = [statements(), statements()]
  return async (loads: ReadonlyArray<Load>, wait: Wait): Promise<ReadonlyArray<ReadonlyArray<ReadonlyArray<Row>>>> => {
    const [first] = loads
    if (first === undefined) return []
    const { text, values } = first
    const statement =
      loads.length === 1
        ? single(text, () => text)(...values)
        : batch(text, () => batchText(text))(...values.map((_, nth) => loads.map(({ values }) => values[nth])))
    const { rows } = await run(statement, wait)
    const found = loads.map(({ refs }) => refs.map((): Array<Row> => []))
    for (const row of rows) {
      const [nth, slot] = [Number(row.nth ?? 1) - 1, Number(row.slot)]
      const ref = loads[nth]?.refs[slot]
      if (ref !== undefined) found[nth]?.[slot]?.push(rowOf(tables(ref.collection), row, ref.environment))
    }
    return found
  }
}

/** Runs the text of a load for each of several loads, whose values are one array for each parameter. */
const batchText = (text: string): string => {
  const types: Array<string> = []
  const part = text.replaceAll(/\$(\d+)::(\w+)/gu, (_, nth: string, type: string) => {
    types[Number(nth) - 1] = type
    return `w.p${nth}`
  })
  return `select w.nth::text as nth, q.*
    from unnest(${types.map((type, nth) => `$${nth + 1}::${type}[]`).join(", ")})
      with ordinality as w (${types.map((_, nth) => `p${nth + 1}`).join(", ")}, nth)
    cross join lateral (${part}) as q`
}

/** Reads a page of an index. A page starts after a position (keyset pagination). */
export const finding = (tables: Tables): ((query: Query) => PoolQuery) => {
  const statementOf = statements()
  return ({ index, ...query }) => {
    const values: Array<unknown> = []
    const text = selectOf(tables, { ...query, by: "index", index: index.name, values: index.values }, values)
    return statementOf(text, () => text)(...values)
  }
}

/** The select of a ref or of a page, newest first by default. Adds the values of its parameters to `values`. */
const selectOf = (
  tables: Tables,
  ref: Ref & Partial<Pick<Query, "after" | "order">>,
  values: Array<unknown>,
  slot = ""
): string => {
  const table = tables(ref.collection)
  const given = (type: string, value: unknown): string => `$${values.push(value)}::${type}`
  const environment = given("uuid", environmentOf(ref.environment))
  const rowsOf = (what: string, { byIndex, name }: Table, conditions: ReadonlyArray<string>): string =>
    `select ${what} from ${name} r where ${[`r.environment = ${environment}`, ...conditions, byIndex].join(" and ")}`
  const equals = (columns: ReadonlyArray<Column>, of: ReadonlyArray<string | FieldOf>): Array<string> =>
    columns.map((column, nth) => {
      const value = of[nth] ?? ""
      if (typeof value === "string") return `r.${column.name} = ${given(column.type, toColumn(column, value))}`
      const source = tables(value.collection)
      const id = `r.id = ${given(source.id.type, toId(source.id, value.id))}`
      return `r.${column.name} = (${rowsOf(fieldOf(source, value.field, column), source, [id])})`
    })
  const columns = `${slot}${ROW}`
  switch (ref.by) {
    case "id":
      return rowsOf(columns, table, [`r.id = ${given(table.id.type, toId(table.id, ref.id))}`])
    case "unique":
      return rowsOf(columns, table, equals(columnsOf(table, "keys", ref.key), ref.values))
    case "index": {
      const conditions = equals(columnsOf(table, "indexes", ref.index), ref.values)
      const [sign, way] = ref.order === "oldest" ? [">", "asc"] : ["<", "desc"]
      if (ref.after !== undefined) {
        const { createdAt, id } = ref.after
        const position = `${given("bigint", createdAt)}, ${given(table.id.type, toPosition(table.id, id))}`
        conditions.push(`(r.created_at, r.id) ${sign} (${position})`)
      }
      const limit = given("bigint", ref.limit)
      return `(${rowsOf(columns, table, conditions)} order by r.created_at ${way}, r.id ${way} limit (select ${limit}))`
    }
  }
}

/** The field of a record `r` as a value of the column: its own column, or the text in its body. */
const fieldOf = (source: Table, field: string, { prefix }: Column): string => {
  const own = source.fields.get(field)
  if (own !== undefined && own.prefix === prefix) return `r.${own.name}`
  const name = `'${field.replaceAll("'", "''")}'`
  const text = `${BODY} ->> ${name}`
  return prefix === undefined
    ? `case when json_typeof(${BODY} -> ${name}) = 'string' then ${text} end`
    : `case when ${text} ~ '^${prefix}:${UUID}$' then substr(${text}, ${prefix.length + 2})::uuid end`
}

/** A body as JSON of which each text can be read: PostgreSQL reads no U+0000 and no half of a surrogate pair. */
const BODY = String.raw`regexp_replace(r.body, '\\u(?:0000|d[89a-f]..)', '\\u0001', 'g')::json`
const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
