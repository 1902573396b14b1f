import { Conflict } from "@countersign/core"
import { type Commit, type Link, mayPassKey } from "./Commit.ts"
import { valuesOf } from "./chain.ts"
import type { RunStatement, Wait } from "./Statement.ts"
import { CLOCK } from "./server.ts"

/** Finds the first condition of a commit that does not hold: its deadline, its links, then the unique keys that they claim. */
export const explaining =
  (run: RunStatement) =>
  async ({ deadline, links }: Commit, wait: Wait): Promise<Conflict | undefined> => {
    const values: Array<unknown> = []
    const asked: Array<{
      readonly sql: string
      readonly conflict: Conflict
      readonly isLost: (found: string | null) => boolean
    }> = []
    const ask = (
      because: Conflict["because"],
      collection: string,
      sql: string,
      isLost: (found: string | null) => boolean
    ): void => void asked.push({ sql, isLost, conflict: new Conflict({ because, collection }) })
    /** Selects from the row that has the values of a link in these columns. */
    const select = (what: string, link: Link, names: ReadonlyArray<string>): string => {
      const conditions = given(link, names).map(({ name, type, value }) => `${name} = $${values.push(value)}::${type}`)
      return `select ${what}::text from ${link.table.name} where ${conditions.join(" and ")}`
    }

    if (deadline !== undefined) {
      ask("late", "", `select (${CLOCK} >= $${values.push(deadline)}::bigint)::text`, (found) => found === "true")
    }
    for (const link of links) {
      const version = link.op === "absent" || link.op === "insert" ? null : String(link.values[2])
      const because = link.op === "insert" ? "taken" : "version"
      const place = select("version", link, ["environment", "id"])
      ask(because, link.table.collection.name, place, (found) => found !== version)
    }
    const claimed = new Set<string>()
    for (const link of links) {
      const { op, table } = link
      if (op !== "insert" && op !== "replace") continue
      for (const [key, columns] of table.keys) {
        const names = ["environment", ...columns.map(({ name }) => name)]
        const claimOf = (by: Link): string => JSON.stringify([table.name, key, given(by, names)])
        if (given(link, names).some(({ value }) => value === null)) continue
        const isTwice = claimed.has(claimOf(link))
        claimed.add(claimOf(link))
        ask("taken", table.collection.name, select("id", link, names), (found) => {
          if (isTwice) return true
          const [environment, id] = link.values
          if (found === null || found === id) return false
          // The owner keeps the key, unless this commit takes it from that record.
          const owner = links.find(
            (each) =>
              each.table === table && mayPassKey(each) && each.values[0] === environment && each.values[1] === found
          )
          return owner === undefined || (owner.op === "replace" && claimOf(owner) === claimOf(link))
        })
      }
    }
    if (asked.length === 0) return undefined
    const text = `select ${asked.map(({ sql }, nth) => `(${sql}) as c${nth}`).join(", ")}`
    const { rows } = await run({ text, values }, wait)
    return asked.find(({ isLost }, nth) => isLost(rows[0]?.[`c${nth}`] ?? null))?.conflict
  }

/** The values of a link in these columns. */
const given = (link: Link, names: ReadonlyArray<string>) =>
  valuesOf(link).flatMap(({ name, type }, nth) =>
    names.includes(name) ? [{ name, type, value: link.values[nth] }] : []
  )
