import type { Change, Guard } from "@countersign/core"
import { placeOf } from "./rows.ts"
import { environmentOf, type Table, type Tables, toId } from "./table.ts"

/** A commit as it is sent. Commits of the same shape that share no record may share a statement. */
export interface Commit {
  readonly changes: ReadonlyArray<Change>
  readonly links: ReadonlyArray<Link>
  readonly deadline: number | undefined
  readonly shape: string
}

/** A record of a commit. `values` has the value of each column that its operation names. */
export interface Link {
  readonly op: "absent" | "guard" | "rewrite" | Change["op"]
  readonly table: Table
  readonly place: string
  readonly values: ReadonlyArray<unknown>
}

export const commitOf = (tables: Tables, changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard>): Commit => {
  const links = changes.map((change) => changed(tables, change))
  const written = new Map<string, Change>()
  for (const change of changes) {
    const place = placeOf(change)
    if (written.has(place)) throw new Error(`postgres: one commit changes a record of ${change.collection.name} twice`)
    written.set(place, change)
  }
  let deadline: number | undefined
  for (const guard of guards) {
    switch (guard.guard) {
      case "before":
        deadline = Math.min(guard.at, deadline ?? guard.at)
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
  return { changes, links, deadline, shape: `${shape}${deadline === undefined ? "" : "|before"}` }
}

const changed = (tables: Tables, change: Change): Link => {
  const table = tables(change.collection)
  const { collection, environment, id, op } = change
  const own = [environmentOf(environment), toId(table.id, id)]
  const link = { op, table, place: placeOf(change) }
  if (op === "remove") return { ...link, values: [...own, change.version] }
  if (own[1] === null) throw new Error(`postgres: ${JSON.stringify(id)} is not an id of ${collection.name}`)
  const version = op === "insert" ? 1 : change.version
  return { ...link, values: [...own, version, ...table.content.map(({ of }) => of(change))] }
}

/** Whether a link changes nothing. Commits that share only such records may share a statement. */
export const isGuard = ({ op }: Pick<Link, "op">): boolean => op === "guard" || op === "absent"

/** Whether a link changes a record that may give a unique key to another. */
export const mayPassKey = ({ op, table }: Link): boolean => (op === "replace" || op === "remove") && table.keys.size > 0

/** All commits lock records in the order of their places, which prevents deadlocks, and then insert in that order. */
export const inOrder = (one: Link, other: Link): number =>
  Number(one.op === "insert") - Number(other.op === "insert") ||
  (one.place < other.place ? -1 : one.place > other.place ? 1 : 0)

/**
 * Consecutive links of one table and operation, which one part of a statement writes: few as rows of parameters, which are
 * cheap, and more as arrays, whose statement does not depend on their number.
 */
export interface Group extends Pick<Link, "op" | "table"> {
  readonly links: Array<Link>
}

export const isList = ({ links }: Group): boolean => links.length > MOST_ROWS

const MOST_ROWS = 2

export const groupsOf = (links: ReadonlyArray<Link>): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  for (const link of links) {
    const { op, table } = link
    const last = groups.at(-1)
    if (last?.op === op && last.table === table) last.links.push(link)
    else groups.push({ op, table, links: [link] })
  }
  return groups
}
