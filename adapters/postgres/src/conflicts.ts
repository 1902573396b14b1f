import { type Change, Columns, Conflict, type EnvironmentKey } from "@countersign/core"
import type { Commit } from "./Commit.ts"
import type { IsWanted, RunStatement } from "./Statement.ts"
import { CLOCK } from "./server.ts"
import { columnsOf, environmentOf, type Table, type Tables, toColumn, toId } from "./table.ts"

/** Finds the first condition of a commit that does not hold: guards, changes, then the unique keys that changes claim. */
export const explaining =
  (tables: Tables, run: RunStatement) =>
  async ({ changes, guards }: Commit, until: number, isWanted?: IsWanted): Promise<Conflict | undefined> => {
    const values: Array<unknown> = []
    const asked: Array<{
      readonly sql: string
      readonly conflict: Conflict
      readonly isLost: (found: string | null) => boolean
    }> = []
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
            (each) =>
              each.collection.name === collection.name &&
              each.environment === environment &&
              toId(table.id, each.id) === found
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
