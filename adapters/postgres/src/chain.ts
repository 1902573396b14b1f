import { type Group, isGuard, isList, type Link } from "./Commit.ts"
import { REFUSAL } from "./failures.ts"
import { CLOCK, TIMELINE } from "./server.ts"

/**
 * A chain of parts, each of which runs only if the part before it found all of its records: first the locks and the
 * version-checked writes, then the inserts. All parts have the snapshot of the statement, but a write or a lock that has
 * waited looks at the version again, and a unique key is that of the moment. At the end the statement is aborted if the chain
 * broke or a deadline has passed. A record that is rewritten is removed, and inserted at the end, so that records may swap
 * their keys.
 */
export const chainText = (
  groups: ReadonlyArray<Group>,
  { isPlaced, isTimed }: { readonly isPlaced: boolean; readonly isTimed: boolean }
): string => {
  let next = 1
  let whole = "true"
  const parts: Array<string> = []
  const last: Array<string> = []
  for (const [nth, group] of groups.entries()) {
    const { links, op, table } = group
    const columns = valuesOf(group)
    const first = next
    const row = (): string => `(${columns.map(({ type }) => `$${next++}::${type}`).join(", ")})`
    const source = isList(group)
      ? `unnest(${columns.map(({ type }) => `$${next++}::${type}[]`).join(", ")})`
      : `(values ${links.map(row).join(", ")})`
    const given = `${source} as w (${columns.map(({ name }) => name).join(", ")})`
    parts.push(`c${nth} as materialized (${partOf(group, columns, given, whole)})`)
    if (op === "rewrite") last.push(`n${nth} as (${reinsertion(table.name, columns, `c${nth}`)})`)
    whole = `(select count(*) from c${nth}) = ${isList(group) ? `cardinality($${first}::uuid[])` : links.length}`
  }
  const late = isTimed ? ` when ${CLOCK} >= $${next++}::bigint then ${abort("bigint", "a deadline has passed")}` : ""
  const moved = isPlaced
    ? `, case when ${TIMELINE} <> $${next}::text then ${abort("date", "the server has another history")} end as moved`
    : ""
  return `${parts.length === 0 ? "" : `with ${[...parts, ...last].join(", ")}`}
    select case when not (${whole}) then ${abort("bigint", "a condition does not hold")}${late} end as lost${moved},
      case when current_setting('synchronous_commit') in ('off', 'local', 'remote_write') then set_config('synchronous_commit', 'on', true) end as durable,
      ${CLOCK}::text as now`
}

/** Locks or writes the records `given` if `whole` is true. Has a row for each of them that is as expected. */
const partOf = (
  { op, table: { byIndex, name: table } }: Group,
  columns: ReturnType<typeof valuesOf>,
  given: string,
  whole: string
): string => {
  const names = columns.map(({ name }) => name)
  const same = `r.environment = w.environment and r.id = w.id and r.version = w.version and ${byIndex} and ${whole}`
  switch (op) {
    case "absent":
      return `select 1 from ${given} where ${whole}
        and not exists (select 1 from ${table} r where r.environment = w.environment and r.id = w.id and ${byIndex})`
    case "guard":
      return `select 1 from ${given} join ${table} r on ${same} for share of r`
    case "remove":
      return `delete from ${table} r using ${given} where ${same} returning 1`
    case "rewrite":
      return `delete from ${table} r using ${given} where ${same} returning w.*, r.created_at`
    case "replace": {
      const set = names.slice(3).map((name) => `${name} = w.${name}`)
      return `update ${table} r set version = r.version + 1, ${set.join(", ")} from ${given} where ${same} returning 1`
    }
    case "insert":
      return `insert into ${table} (${names.join(", ")}, created_at)
        select ${names.map((name) => `w.${name}`).join(", ")}, w.updated_at from ${given} where ${whole} returning 1`
  }
}

/** Inserts rewritten records. It is the last to run, after all of them have given up their keys. */
const reinsertion = (table: string, columns: ReturnType<typeof valuesOf>, removed: string): string => {
  const names = columns.map(({ name }) => name)
  const values = names.map((column) => (column === "version" ? "w.version + 1" : `w.${column}`))
  return `insert into ${table} (${names.join(", ")}, created_at) select ${values.join(", ")}, w.created_at from ${removed} w`
}

/** Aborts the statement with the error of a failed cast. Because of the clock, the planner does not evaluate it. */
const abort = (type: "bigint" | "date", because: string): string =>
  `('${REFUSAL}${because} ' || clock_timestamp()::text)::${type}::text`

/** The columns of the values of a link. */
export const valuesOf = ({ op, table: { content, id } }: Pick<Link, "op" | "table">) => [
  { name: "environment", type: "uuid" },
  { name: "id", type: id.type },
  { name: "version", type: "bigint" },
  ...(isGuard({ op }) || op === "remove" ? [] : content)
]
