import { type Change, Columns, Conflict, type EnvironmentKey, type Guard } from "@countersign/core"
import { placeOf } from "./rows.ts"
import { type IsWanted, type RunStatement, type Statement, statements } from "./Statement.ts"
import { CLOCK, TIMELINE } from "./server.ts"
import { byIndex, columnsOf, environmentOf, storedField, type Table, toColumn, toId } from "./table.ts"
import type { Tables } from "./tables.ts"

/** A commit as it is sent. Commits of the same shape that share no record may share a statement. */
export interface Commit {
  readonly changes: ReadonlyArray<Change>
  readonly guards: ReadonlyArray<Guard>
  readonly links: ReadonlyArray<Link>
  readonly deadline: number | undefined
  readonly free: ReadonlyArray<FreeGuard>
  readonly shape: string
}

type FreeGuard = Extract<Guard, { readonly guard: "free" }>

/** A record of a commit. `values` has the value of each column that its operation names. */
export interface Link {
  readonly op: "absent" | "guard" | Change["op"]
  readonly table: Table
  readonly place: string
  readonly values: ReadonlyArray<unknown>
}

export const commitOf = (
  tables: Tables,
  changes: ReadonlyArray<Change>,
  guards: ReadonlyArray<Guard>
): Commit => {
  const links = changes.map((change) => changed(tables, change))
  const written = new Map<string, Change>()
  for (const change of changes) {
    const place = placeOf(change)
    if (written.has(place)) throw new Error(`postgres: one commit changes a record of ${change.collection.name} twice`)
    written.set(place, change)
  }
  const free: Array<FreeGuard> = []
  let deadline: number | undefined
  for (const guard of guards) {
    switch (guard.guard) {
      case "before":
        deadline = Math.min(guard.at, deadline ?? guard.at)
        break
      case "free":
        columnsOf(tables(guard.collection), guard.collection.unique, guard.key)
        free.push(guard)
        break
      case "version": {
        const change = written.get(placeOf(guard))
        // The change checks the same version. Its own lock would wait for the weaker one of another commit, and deadlock.
        if (change !== undefined && change.op !== "insert" && change.version === guard.version) break
        const table = tables(guard.collection)
        const values = [environmentOf(guard.environment), toId(table.id, guard.id), guard.version]
        links.push({ op: guard.version === 0 ? "absent" : "guard", table, place: placeOf(guard), values })
        break
      }
    }
  }
  links.sort(inOrder)
  const shape = links.map(({ op, table }) => `${op} ${table.name}`).join("|")
  return { changes, guards, links, deadline, free, shape: `${shape}${deadline === undefined ? "" : "|before"}` }
}

const changed = (tables: Tables, change: Change): Link => {
  const table = tables(change.collection)
  const { collection, environment, id, op } = change
  const own = [environmentOf(environment), toId(table.id, id)]
  const link = { op, table, place: placeOf(change) }
  if (op === "remove") return { ...link, values: [...own, change.version] }
  if (own[1] === null) throw new Error(`postgres: ${JSON.stringify(id)} is not an id of ${collection.name}`)
  const { at, body } = change
  const values: Array<unknown> = op === "insert" ? [...own, 1, at] : [...own, change.version, at]
  for (const field of [collection.expiry, collection.due]) {
    if (field !== undefined) values.push(Columns.instantOf(body, field) ?? null)
  }
  if (change.op === "insert" && collection.due !== undefined) values.push(change.leasedUntil ?? null)
  for (const field of table.fields.keys()) values.push(storedField(table, field, body))
  return { ...link, values: [...values, JSON.stringify(body)] }
}

/** All commits lock records in the order of their places, which prevents deadlocks, and then insert in that order. */
const inOrder = (one: Link, other: Link): number =>
  Number(one.op === "insert") - Number(other.op === "insert") ||
  (one.place < other.place ? -1 : one.place > other.place ? 1 : 0)

/** The columns of the values of a link, with their types. */
const valuesOf = ({ op, table: { collection, fields, id } }: Pick<Link, "op" | "table">) => [
  ["environment", "uuid"],
  ["id", id.type],
  ["version", "bigint"],
  ...(op === "absent" || op === "guard" || op === "remove"
    ? []
    : [
        ["updated_at", "bigint"],
        ...(collection.expiry === undefined ? [] : [["expires_at", "bigint"]]),
        ...(collection.due === undefined ? [] : [["due_at", "bigint"]]),
        ...(collection.due === undefined || op !== "insert" ? [] : [["leased_until", "bigint"]]),
        ...[...fields.values()].map(({ name, type }) => [name, type]),
        ["body", "text"]
      ])
]

/** Consecutive links of one table and operation, which one part of a statement writes. */
interface Group extends Pick<Link, "op" | "table"> {
  readonly links: Array<Link>
}

const groupsOf = (links: ReadonlyArray<Link>): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  for (const link of links) {
    const { op, table } = link
    const last = groups.at(-1)
    if (last?.op === op && last.table === table) last.links.push(link)
    else groups.push({ op, table, links: [link] })
  }
  return groups
}

/** Commits that share a statement write all or nothing. Returns false if a condition of one of them does not hold. */
export const writing = (schema: string, run: RunStatement, timeline: () => string | undefined) => {
  const statementOf = statements()
  return (commits: ReadonlyArray<Commit>, until: number, isWanted?: IsWanted) => {
    const links = commits.length === 1 ? (commits[0]?.links ?? []) : commits.flatMap(({ links }) => links).sort(inOrder)
    const groups = groupsOf(links)
    // Few records are written as rows of parameters, which are cheaper than arrays.
    const isList = links.length > MOST_ROWS
    const history = timeline()
    const deadline = commits.reduce<number | undefined>(
      (least, { deadline }) => (deadline === undefined ? least : Math.min(deadline, least ?? deadline)),
      undefined
    )
    const values: Array<unknown> = groups.flatMap(({ links: of, ...group }) =>
      isList ? valuesOf(group).map((_, nth) => of.map(({ values }) => values[nth])) : of.flatMap(({ values }) => values)
    )
    if (deadline !== undefined) values.push(deadline)
    if (history !== undefined) values.push(history)
    const shape = groups.map(({ links: { length }, op, table }) => `${op} ${table.name} ${isList ? "" : length}`).join("|")
    const options = { isList, isTimed: deadline !== undefined, isPlaced: history !== undefined }
    const statement = statementOf(`${Object.values(options).join()}${shape}`, () => textOf(schema, groups, options))
    return run(statement(...values), until, isWanted)
  }
}

const MOST_ROWS = 16

/**
 * A chain of parts, each of which runs only if the part before it found all of its records: first the locks and the
 * version-checked writes, then the inserts. All parts have the snapshot of the statement, but a write or a lock that has
 * waited looks at the version again, and a unique key is that of the moment. At the end the statement is aborted if the chain
 * broke or a deadline has passed.
 */
const textOf = (
  schema: string,
  groups: ReadonlyArray<Group>,
  { isList, isPlaced, isTimed }: { readonly isList: boolean; readonly isPlaced: boolean; readonly isTimed: boolean }
): string => {
  let next = 1
  let whole = "true"
  const parts: Array<string> = []
  for (const [nth, { links, op, table }] of groups.entries()) {
    const columns = valuesOf({ op, table })
    const first = next
    const row = (): string => `(${columns.map(([, type]) => `$${next++}::${type}`).join(", ")})`
    const source = isList
      ? `unnest(${columns.map(([, type]) => `$${next++}::${type}[]`).join(", ")})`
      : `(values ${links.map(row).join(", ")})`
    const given = `${source} as w (${columns.map(([name]) => name).join(", ")})`
    const always = byIndex(schema)
    const same = `r.environment = w.environment and r.id = w.id and r.version = w.version and ${always} and ${whole}`
    parts.push(`c${nth} as materialized (${partOf(op, table, columns, { always, given, same, whole })})`)
    whole = `(select count(*) from c${nth}) = ${isList ? `cardinality($${first}::uuid[])` : links.length}`
  }
  const late = isTimed ? ` when ${CLOCK} >= $${next++}::bigint then ${abort("bigint", "a deadline has passed")}` : ""
  const moved = isPlaced
    ? `, case when ${TIMELINE} <> $${next}::text then ${abort("date", "the server has another history")} end as moved`
    : ""
  return `${parts.length === 0 ? "" : `with ${parts.join(", ")}`}
    select case when not (${whole}) then ${abort("bigint", "a condition does not hold")}${late} end as lost${moved},
      case when current_setting('synchronous_commit') in ('off', 'local', 'remote_write') then set_config('synchronous_commit', 'on', true) end as durable,
      ${CLOCK}::text as now`
}

const partOf = (
  op: Link["op"],
  { collection, name: table }: Table,
  columns: ReadonlyArray<ReadonlyArray<string>>,
  { always, given, same, whole }: Readonly<Record<"always" | "given" | "same" | "whole", string>>
): string => {
  const names = columns.map(([name]) => name)
  switch (op) {
    case "absent":
      return `select 1 from ${given} where ${whole}
        and not exists (select 1 from ${table} r where r.environment = w.environment and r.id = w.id and ${always})`
    case "guard":
      return `select 1 from ${given} join ${table} r on ${same} for share of r`
    case "remove":
      return `delete from ${table} r using ${given} where ${same} returning 1`
    case "replace":
      return `update ${table} r set version = r.version + 1, ${names
        .slice(3)
        .map((name) => `${name} = w.${name}`)
        .join(", ")}${collection.due === undefined ? "" : ", leased_until = null"} from ${given} where ${same} returning 1`
    case "insert":
      return `insert into ${table} (${names.join(", ")}, created_at)
        select ${names.map((name) => `w.${name}`).join(", ")}, w.updated_at from ${given} where ${whole} returning 1`
  }
}

/** Aborts the statement with the error of a failed cast. The clock keeps the planner from evaluating it. */
const abort = (type: "bigint" | "date", because: string): string =>
  `('countersign: ${because} ' || clock_timestamp()::text)::${type}::text`

/** Finds the first condition of a commit that does not hold: guards, changes, then the unique keys that changes claim. */
export const explaining =
  (tables: Tables, run: RunStatement) =>
  async ({ changes, guards }: Commit, until: number, isWanted?: IsWanted): Promise<Conflict | undefined> => {
    const values: Array<unknown> = []
    const asked: Array<{ readonly sql: string; readonly conflict: Conflict; readonly isLost: (found: string | null) => boolean }> = []
    const value = (one: unknown, type: string): string => `$${values.push(one)}::${type}`
    const ask = (
      because: Conflict["because"],
      collection: string,
      sql: string,
      isLost: (found: string | null) => boolean
    ): void => void asked.push({ sql, isLost, conflict: new Conflict({ because, collection }) })
    const place = ({ collection, environment, id }: Pick<Change, "collection" | "environment" | "id">): string => {
      const table = tables(collection)
      return `select version::text from ${table.name}
        where environment = ${value(environmentOf(environment), "uuid")} and id = ${value(toId(table.id, id), table.id.type)}`
    }
    const owner = (table: Table, environment: EnvironmentKey, key: string, texts: ReadonlyArray<string>): string =>
      `select id::text from ${table.name} where environment = ${value(environmentOf(environment), "uuid")}
        ${columnsOf(table, table.collection.unique, key)
          .map((column, nth) => `and ${column.name} = ${value(toColumn(column, texts[nth] ?? ""), column.type)}`)
          .join(" ")}`

    for (const guard of guards) {
      switch (guard.guard) {
        case "before":
          ask("late", "", `select (${CLOCK} >= ${value(guard.at, "bigint")})::text`, (found) => found === "true")
          break
        case "version":
          ask("version", guard.collection.name, place(guard), (found) => (found ?? "0") !== String(guard.version))
          break
        case "free": {
          const { collection, environment, key, values: texts } = guard
          ask("taken", collection.name, owner(tables(collection), environment, key, texts), (found) => found !== null)
          break
        }
      }
    }
    for (const change of changes) {
      const { collection } = change
      if (change.op === "insert") ask("taken", collection.name, place(change), (found) => found !== null)
      else ask("version", collection.name, place(change), (found) => found !== String(change.version))
    }
    const claimed = new Set<string>()
    for (const change of changes) {
      if (change.op === "remove") continue
      const { collection, environment } = change
      const table = tables(collection)
      for (const [key, fields] of Object.entries(collection.unique)) {
        const texts = textsOf(change, fields)
        if (texts === undefined) continue
        const claim = JSON.stringify([collection.name, environment, key, ...texts])
        const isTwice = claimed.has(claim)
        claimed.add(claim)
        ask("taken", collection.name, owner(table, environment, key, texts), (found) => {
          if (isTwice) return true
          if (found === null || found === toId(table.id, change.id)) return false
          // The owner keeps the key, unless this commit takes it from that record.
          const other = changes.find(
            (each) => each.collection.name === collection.name && each.environment === environment && toId(table.id, each.id) === found
          )
          if (other === undefined || other.op === "remove") return other === undefined
          return textsOf(other, fields)?.every((text, nth) => text === texts[nth]) === true
        })
      }
    }
    if (asked.length === 0) return undefined
    const text = `select ${asked.map(({ sql }, nth) => `(${sql}) as c${nth}`).join(", ")}`
    const { rows } = await run({ text, values }, until, isWanted)
    return asked.find(({ isLost }, nth) => isLost(rows[0]?.[`c${nth}`] ?? null))?.conflict
  }

const textsOf = ({ body }: Extract<Change, { readonly body: unknown }>, fields: ReadonlyArray<string>) => {
  const texts = fields.flatMap((field) => Columns.textOf(body, field) ?? [])
  return texts.length === fields.length ? texts : undefined
}

/** The placeholder rows that claim the keys of free guards, and their removal. */
export const placeholders = (tables: Tables, free: ReadonlyArray<FreeGuard>): ReadonlyArray<Statement> =>
  free.flatMap(({ collection, environment, key, values }) => {
    const table = tables(collection)
    const columns = columnsOf(table, collection.unique, key)
    const id = table.id.type === "uuid" ? "gen_random_uuid()" : "'\u0001' || gen_random_uuid()"
    const conditions = columns.map(({ name, type }, nth) => `${name} = $${nth + 2}::${type}`)
    const of = [environmentOf(environment), ...columns.map((column, nth) => toColumn(column, values[nth] ?? ""))]
    return [
      {
        text: `insert into ${table.name} (environment, id, version, created_at, updated_at, body, ${columns.map(({ name }) => name).join(", ")})
          values ($1::uuid, ${id}, 0, 0, 0, '', ${columns.map(({ type }, nth) => `$${nth + 2}::${type}`).join(", ")})`,
        values: of
      },
      { text: `delete from ${table.name} where environment = $1::uuid and ${["version = 0", ...conditions].join(" and ")}`, values: of }
    ]
  })

/** Takes the unique keys from the records that a commit changes, so that its other records may have them. */
export const releases = (tables: Tables, { changes }: Commit): ReadonlyArray<Statement> =>
  changes
    .filter(({ collection, op }) => op !== "insert" && Object.keys(collection.unique).length > 0)
    .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
    .map(({ collection, environment, id }) => {
      const table = tables(collection)
      const columns = Object.keys(collection.unique).flatMap((key) => columnsOf(table, collection.unique, key))
      const names = [...new Set(columns.map(({ name }) => `${name} = null`))]
      return {
        text: `update ${table.name} set ${names.join(", ")} where environment = $1::uuid and id = $2::${table.id.type}`,
        values: [environmentOf(environment), toId(table.id, id)]
      }
    })
