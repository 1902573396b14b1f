import type { Change, Guard } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import type pg from "pg"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Commit } from "../src/Commit.ts"
import { prepared, type RunStatement } from "../src/Statement.ts"
import { sending } from "./sending.ts"
import { atVersion, devices, here, insert, remove, replace, withThings } from "./things.ts"

const server = withThings(testDatabase({ isEmpty: true }))
let pool: pg.Pool
let admin: pg.Pool
beforeAll(async () => {
  pool = server.pool({ max: 16 })
  admin = server.pool({ max: 2 })
  // A plan for a table that an analysis found empty begins with the table, and not with the values of the commit.
  for (const name of ["things", "devices"]) {
    await admin.query(`alter table countersign.${name} set (autovacuum_enabled = false)`)
  }
})
beforeEach(() => admin.query("truncate countersign.things, countersign.devices"))

const device = (n: number) => `Device:00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const ofDevices = { collection: devices, environment: here.environment }
const many = (mark: string, count: number) => Array.from({ length: count }, (_, nth) => `${mark}${nth}`)
/** Each row of both tables, so that a write of any kind shows. */
const everything = async () => {
  const { rows } = await admin.query(
    `select 'things' as table, id, version, xmin::text, body from countersign.things
      union all select 'devices', id::text, version, xmin::text, body from countersign.devices order by 1, 2`
  )
  return rows
}

/**
 * Links of each operation on two tables, each group of one or two records, which are rows of parameters, or of many, which
 * are arrays. Each link after the first would be written if the chain did not end at the one before it.
 */
const chainOf = (size: number) => {
  const ids = (mark: string) => many(mark, size)
  const known = ["g", "h", "i"].flatMap(ids)
  return {
    started: [
      ...known.map((id) => insert(id, { name: id })),
      ...[1, 2].map((n): Change => ({ ...ofDevices, op: "insert", id: device(n), body: {}, at: 0 }))
    ],
    changes: [
      ...ids("h").map((id) => replace(id, 1, { name: id, n: 2 })),
      ...ids("i").map((id) => remove(id, 1)),
      ...ids("j").map((id) => insert(id, { name: id })),
      { ...ofDevices, op: "replace", id: device(1), version: 1, body: { n: 2 }, at: 0 } satisfies Change,
      { ...ofDevices, op: "insert", id: device(3), body: { twinId: device(9) }, at: 0 } satisfies Change
    ],
    guards: [
      ...ids("g").map((id) => atVersion(id, 1)),
      { ...ofDevices, guard: "version", id: device(2), version: 1 } satisfies Guard,
      { guard: "before", at: 8e15 } satisfies Guard
    ]
  }
}

const sizes = [
  ["rows", 1],
  ["rows", 2],
  ["arrays", 3],
  ["arrays", 20]
] as const

/** The changes that another commit may have made before, and the result of the chain. */
const breaks: ReadonlyArray<readonly [string, (nth: number) => Change, string]> = [
  ["a guard", (nth) => replace(`g${nth}`, 1, {}), "version"],
  ["a guarded record that is gone", (nth) => remove(`g${nth}`, 1), "version"],
  ["a replace", (nth) => replace(`h${nth}`, 1, {}), "version"],
  ["a removal", (nth) => replace(`i${nth}`, 1, {}), "version"],
  ["an insert of a taken id", (nth) => insert(`j${nth}`), "taken"],
  ["an insert of a taken key", (nth) => insert("other", { name: `j${nth}` }), "taken"],
  ["a guard in another table", () => ({ ...ofDevices, op: "remove", id: device(2), version: 1 }), "version"],
  ["a replace in another table", () => ({ ...ofDevices, op: "remove", id: device(1), version: 1 }), "version"],
  ["an insert in another table", () => ({ ...ofDevices, op: "insert", id: device(3), body: {}, at: 0 }), "taken"],
  [
    "an insert of a key in another table",
    () => ({ ...ofDevices, op: "insert", id: device(4), body: { twinId: device(9) }, at: 0 }),
    "taken"
  ]
]

describe.each(sizes)("I1: a commit as a chain of %s, %i in each group", (_, size) => {
  it("is written whole if it breaks nowhere", async () => {
    const { send } = sending(pool)
    const { changes, guards, started } = chainOf(size)
    expect(await send(started)).toBe("written")
    expect(await send(changes, guards)).toBe("written")
    const found = (await everything()).map(({ id, version }) => `${id}@${version}`)
    const ids = (mark: string, version: number) => many(mark, size).map((id) => `${id}@${version}`)
    expect(found.filter((row) => !row.startsWith("0")).toSorted()).toEqual(
      [...ids("g", 1), ...ids("h", 2), ...ids("j", 1)].toSorted()
    )
    expect(found.filter((row) => row.startsWith("0")).map((row) => row.slice(-3))).toEqual(["1@2", "2@1", "3@1"])
  })

  it.each(breaks)("writes nothing if it breaks in %s, at its first record or its last", async (_, breaking, told) => {
    const { send } = sending(pool)
    for (const nth of new Set([0, size - 1])) {
      await admin.query("truncate countersign.things, countersign.devices")
      const { changes, guards, started } = chainOf(size)
      expect(await send(started)).toBe("written")
      expect(await send([breaking(nth)])).toBe("written")
      const before = await everything()
      expect(await send(changes, guards)).toBe(told)
      expect(await everything()).toEqual(before)
    }
  })

  it("writes nothing if its deadline has passed", async () => {
    const { send } = sending(pool)
    const { changes, guards, started } = chainOf(size)
    expect(await send(started)).toBe("written")
    const before = await everything()
    expect(await send(changes, [...guards, { guard: "before", at: 1 }])).toBe("late")
    expect(await everything()).toEqual(before)
  })
})

/** Runs statements and notes the SQLSTATE of each failure. */
const noting = () => {
  const codes: Array<unknown> = []
  const ask = prepared(pool)
  const run: RunStatement = async (...asked) => {
    try {
      return await ask(...asked)
    } catch (error) {
      codes.push(error instanceof Error && "code" in error ? error.code : error)
      throw error
    }
  }
  return { codes, run }
}

/** The backends that wait for a lock. */
const waiting = async (): Promise<number> => {
  const { rows } = await admin.query(
    "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  )
  return rows[0].n
}

/** Sends commits while a record is locked, one after the other, and frees it once all of them wait. */
const behind = async (id: string, commits: ReadonlyArray<() => Promise<string>>): Promise<ReadonlyArray<string>> => {
  const holder = await server.pool({ max: 1 }).connect()
  await holder.query("begin")
  await holder.query("select 1 from countersign.things where id = $1 for update", [id])
  const pending: Array<Promise<string>> = []
  for (const commit of commits) {
    pending.push(commit())
    await expect.poll(waiting).toBe(pending.length)
  }
  await holder.query("rollback")
  holder.release()
  return Promise.all(pending)
}

const DEADLOCK = "40P01"

describe.each([
  ["rows", 0],
  ["arrays", 20]
])("GS8: the lock order of commits, with %s", (_, others) => {
  /** Records that only this commit knows, so that its groups are arrays. */
  const beside = (mark: string) => many(mark, others).map((id) => insert(`beside-${id}`))
  /** Locked by each of the commits, in the order of their places. */
  const between = many("m", Math.max(1, others))
  const last = between.at(-1) ?? ""

  it("two that write the same records in opposite orders wait for each other, and the database finds no deadlock", async () => {
    const { codes, run } = noting()
    const { send } = sending(pool, { run })
    const order = ["a", ...between, "z"]
    await send(order.map((id) => insert(id)))
    // Holds a record in the middle until both have locked what they can: without an order, one has a, the other z.
    const outcomes = await behind(
      last,
      [order, order.toReversed()].map((ids) => () => send(ids.map((id) => replace(id, 1))))
    )
    expect([outcomes.toSorted(), codes.includes(DEADLOCK)]).toEqual([["version", "written"], false])
  })

  it("two that each guard what the other writes wait for each other, and the database finds no deadlock", async () => {
    const { codes, run } = noting()
    const { send } = sending(pool, { run })
    await send(["a", ...between, "z"].map((id) => insert(id)))
    const guards = between.map((id) => atVersion(id, 1))
    // If guards came first, each would have a lock that the write of the other waits for.
    const outcomes = await behind(last, [
      () => send([replace("a", 1), ...beside("one")], [...guards, atVersion("z", 1)]),
      () => send([replace("z", 1), ...beside("other")], [...guards, atVersion("a", 1)])
    ])
    expect([outcomes.toSorted(), codes.includes(DEADLOCK)]).toEqual([["version", "written"], false])
  })

  it("two that guard a record beside its replace or removal wait for each other, and the database finds no deadlock", async () => {
    const { codes, run } = noting()
    const { send } = sending(pool, { run })
    await send(["a", ...between].map((id) => insert(id)))
    const guards = ["a", ...between].map((id) => atVersion(id, 1))
    // A lock of each guard would be shared by both, and then each write would wait for the other.
    const outcomes = await behind(last, [
      () =>
        send(
          between.map((id) => replace(id, 1)),
          guards
        ),
      () =>
        send(
          between.map((id) => remove(id, 1)),
          guards
        )
    ])
    expect([outcomes.toSorted(), codes.includes(DEADLOCK)]).toEqual([["version", "written"], false])
  })

  it("batches lock in the order of all their records, and the database finds no deadlock", async () => {
    const { codes, run } = noting()
    const { planned, send, sendAll } = sending(pool, { run })
    await send(["a", ...between].map((id) => insert(id)))
    // In the order of the commits, the first batch would end with the record that the second begins with.
    const [first, second] = [between, ["a"]].map((ids) => planned(ids.map((id) => replace(id, 1))))
    if (first === undefined || second === undefined) throw new Error("a commit is missing")
    const batch = (commits: ReadonlyArray<Commit>) => async () => (await sendAll(commits)).join()
    const outcomes = await behind(last, [batch([first, second]), batch([second, first])])
    expect([outcomes.toSorted(), codes.includes(DEADLOCK)]).toEqual([["version,version", "written,written"], false])
  })
})

describe("a guard beside a change of its record", () => {
  it.each([
    ["holds at the version that is changed", 1, "written", "2"],
    ["breaks at an earlier one", 0, "version", "1"],
    ["breaks at the one that the change makes", 2, "version", "1"]
  ])("%s", async (_, version, told, after) => {
    const { send } = sending(pool)
    await send([insert("a")])
    expect(await send([replace("a", 1), insert("b")], [atVersion("a", version)])).toBe(told)
    const { rows } = await admin.query("select version from countersign.things where id = 'a'")
    expect(rows).toEqual([{ version: after }])
  })

  it("breaks where the record is inserted", async () => {
    const { send } = sending(pool)
    expect(await send([insert("a")], [atVersion("a", 1)])).toBe("version")
    expect(await everything()).toEqual([])
  })
})
