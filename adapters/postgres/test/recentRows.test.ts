import { randomUUID } from "node:crypto"
import type { Declaration, Ref, Row } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { describe, expect, it, vi } from "vitest"
import { recentRows } from "../src/rows.ts"
import { here, insert, opened, replace, withThings } from "./things.ts"

const collection: Declaration = { name: "sessions", unique: {}, indexes: { account: ["accountId"] } }
const environment = "sandbox/acme" as const
const row = (id: string, version = 1): Row => ({ environment, id, version, createdAt: 1, updatedAt: 1, body: {} })
const ref = (id: string): Ref => ({ collection, environment, by: "id", id })
const version = { guard: "version", collection, environment, id: "a", version: 1 } as const

describe("the recent rows of a node", () => {
  it("returns rows that were loaded by id, in the order of the refs", () => {
    const rows = recentRows(10)
    rows.keep([ref("a"), ref("b")], [[row("a", 2)], [row("b", 3)]])
    expect(rows.read([ref("b"), ref("a")])).toEqual([[row("b", 3)], [row("a", 2)]])
    expect(rows.read([])).toEqual([])
  })

  it("returns nothing unless every ref names an id whose row is cached", () => {
    const rows = recentRows(10)
    const list: Ref = { collection, environment, by: "index", index: "account", values: ["x"], limit: 1 }
    const unique: Ref = { collection, environment, by: "unique", key: "account", values: ["x"] }
    rows.keep([ref("a"), list, unique], [[row("a")], [row("b")], [row("c")]])
    expect(rows.read([ref("a"), ref("b")])).toBeUndefined()
    expect(rows.read([ref("c")])).toBeUndefined()
    expect(rows.read([ref("a"), list])).toBeUndefined()
    expect(rows.read([{ ...ref("a"), environment: "production/acme" }])).toBeUndefined()
    expect(rows.read([{ ...ref("a"), collection: { ...collection, name: "customers" } }])).toBeUndefined()
    expect(rows.read([ref("a")])).toEqual([[row("a")]])
  })

  it("returns a row for less than a minute after its load", () => {
    let now = 0
    const rows = recentRows(10, () => now)
    rows.keep([ref("a")], [[row("a")]])
    now = 59_999
    expect(rows.read([ref("a")])).toEqual([[row("a")]])
    now = 60_000
    expect(rows.read([ref("a")])).toBeUndefined()
  })

  it("PO8: returns a row of an advisory collection, or its absence, for less than a second after its load", () => {
    let now = 0
    const rows = recentRows(10, () => now)
    const advisory: Declaration = { ...collection, isAdvisory: true }
    const [there, absent]: ReadonlyArray<Ref> = [
      { ...ref("a"), collection: advisory },
      { ...ref("b"), collection: advisory }
    ]
    if (there === undefined || absent === undefined) throw new Error("a ref is missing")
    const keep = () => rows.keep([there, absent, ref("c")], [[row("a")], [], []])
    keep()
    now = 999
    expect(rows.read([absent, there])).toEqual([[], [row("a")]])
    expect(rows.read([ref("c")])).toBeUndefined()
    now = 1000
    expect([rows.read([there]), rows.read([absent])]).toEqual([undefined, undefined])
    keep()
    const change = { collection: advisory, environment, body: {}, at: 1 }
    rows.committed([
      { ...change, op: "replace", id: "a", version: 1 },
      { ...change, op: "insert", id: "b" }
    ])
    expect([rows.read([there]), rows.read([absent])]).toEqual([undefined, undefined])
  })

  it("measures the minute by the monotonic clock of the process", () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    try {
      const rows = recentRows(10)
      rows.keep([ref("a")], [[row("a")]])
      expect(rows.read([ref("a")])).toEqual([[row("a")]])
      vi.advanceTimersByTime(60_000)
      expect(rows.read([ref("a")])).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  it("updates a row that a commit replaced, and drops it if the commit replaced another version or removed it", () => {
    let now = 0
    const rows = recentRows(10, () => now)
    const body = { state: "revoked" }
    const replace = { op: "replace", collection, environment, id: "a", version: 1, body, at: 7 } as const
    rows.keep([ref("a")], [[row("a")]])
    now = 50_000
    rows.committed([replace])
    const next = { ...row("a", 2), updatedAt: 7, body }
    expect(rows.read([ref("a")])).toEqual([[next]])
    const [[first] = []] = rows.read([ref("a")]) ?? []
    // A copy, which the caller of the commit cannot change, and one object for all readers.
    expect([first?.body === body, first === rows.read([ref("a")])?.[0]?.[0]]).toEqual([false, true])
    now = 109_999
    expect(rows.read([ref("a")])).toEqual([[next]])
    rows.committed([replace])
    expect(rows.read([ref("a")])).toBeUndefined()

    rows.keep([ref("a")], [[row("a")]])
    rows.committed([{ op: "remove", collection, environment, id: "a", version: 1 }])
    expect(rows.read([ref("a")])).toBeUndefined()
  })

  it("caches no row that a commit wrote unless its previous version was cached", () => {
    const rows = recentRows(10)
    rows.committed([
      { op: "insert", collection, environment, id: "a", body: {}, at: 1 },
      { op: "replace", collection, environment, id: "b", version: 1, body: {}, at: 1 }
    ])
    expect([rows.read([ref("a")]), rows.read([ref("b")])]).toEqual([undefined, undefined])
  })

  it("drops the rows that a conflicting commit changed or guarded, and rows that a load no longer finds", () => {
    const rows = recentRows(10)
    const all = () => rows.keep([ref("a"), ref("b")], [[row("a")], [row("b")]])
    all()
    rows.drop([{ op: "replace", collection, environment, id: "a", version: 1, body: {}, at: 1 }])
    expect([rows.read([ref("a")]), rows.read([ref("b")])]).toEqual([undefined, [[row("b")]]])
    all()
    rows.drop([version, { guard: "before", at: 1 }])
    expect(rows.read([ref("a")])).toBeUndefined()
    all()
    rows.keep([ref("b")], [[]])
    expect([rows.read([ref("a")]), rows.read([ref("b")])]).toEqual([[[row("a")]], undefined])
  })

  it("caches no more rows than its size, and evicts the least recently used", () => {
    const rows = recentRows(2)
    rows.keep([ref("a"), ref("b")], [[row("a")], [row("b")]])
    rows.read([ref("a")])
    rows.keep([ref("c")], [[row("c")]])
    expect(["a", "b", "c"].map((id) => rows.read([ref(id)]) !== undefined)).toEqual([true, false, true])
  })
})

describe("the option recentRows", () => {
  const database = withThings(testDatabase({ isEmpty: true }))

  it.each([0, 10])(
    "of %i: the store offers a row that it loaded or replaced, until a conflict, unless it is 0",
    async (size) => {
      const { outcome, rows, store } = await opened({ pool: database.pool(), recentRows: size })
      const id = randomUUID()
      const recent = () => store.recent?.([{ ...here, by: "id", id }])?.[0]?.[0]?.version
      expect([await outcome([insert(id)]), recent()]).toEqual(["written", undefined])
      await rows(id)
      expect(recent()).toBe(size === 0 ? undefined : 1)
      expect([await outcome([replace(id, 1)]), recent()]).toEqual(["written", size === 0 ? undefined : 2])
      expect([await outcome([replace(id, 1)]), recent()]).toEqual(["version", undefined])
      expect("recent" in store).toBe(size > 0)
    }
  )
})
