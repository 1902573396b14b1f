import type { Change, ClaimShare, EnvironmentKey } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { Effect } from "effect"
import type pg from "pg"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { environmentOf } from "../src/table.ts"
import { devices, insert, opened, things, withThings } from "./things.ts"

const server = withThings(testDatabase({ isEmpty: true }))
let pool: pg.Pool
beforeAll(() => {
  pool = server.pool()
})
beforeEach(() => pool.query("truncate countersign.things, countersign.devices, countersign.environments"))

const due = (environment: EnvironmentKey, id: string, dueAt: number): Change => ({
  ...insert(id, { dueAt }),
  environment
})
/** In the order of their numbers, in which they take turns. */
const sandboxes = (["sandbox/a", "sandbox/b", "sandbox/c", "sandbox/d"] as const).toSorted((one, other) =>
  environmentOf(one) < environmentOf(other) ? -1 : 1
)
const share = (more: Partial<ClaimShare> = {}): ClaimShare => ({ mode: "sandbox", each: 100, most: new Map(), ...more })

const claiming = async () => {
  const { outcome, store } = await opened({ pool })
  return {
    outcome,
    store,
    claimed: async (limit: number, only?: ClaimShare, now = 1000, lease = 100) =>
      (await Effect.runPromise(store.claimDue(things, now, lease, limit, only))).map(
        ({ environment, id, version }) => `${environment.split("/")[1]} ${id}@${version}`
      )
  }
}
/** How many of the claimed records each environment has. */
const served = (claimed: ReadonlyArray<string>): ReadonlyArray<number> =>
  sandboxes.map((environment) => claimed.filter((row) => row.startsWith(`${environment.split("/")[1]} `)).length)

describe("I23: environments take turns", () => {
  it("none gets another record while one that waits has had fewer, whatever is due first", async () => {
    const { claimed, outcome } = await claiming()
    const [flood, few, one] = sandboxes
    if (flood === undefined || few === undefined || one === undefined) throw new Error("an environment is missing")
    await outcome([
      ...Array.from({ length: 50 }, (_, n) => due(flood, `f${n}`, n)),
      ...[0, 1, 2].map((n) => due(few, `e${n}`, 500 + n)),
      due(one, "o", 999)
    ])
    const first = await claimed(6, share())
    expect(served(first)).toEqual([3, 2, 1, 0])
    // The claimed rows are in the order of their due times, and within an environment the earliest comes first.
    expect(first.map((row) => row.split(" ")[1])).toEqual(["f0@2", "f1@2", "f2@2", "e0@2", "e1@2", "o@2"])
    // What is left: the flood, and one of the few.
    expect(served(await claimed(4, share()))).toEqual([3, 1, 0, 0])
    expect(served(await claimed(4, share()))).toEqual([4, 0, 0, 0])
  })

  it.each([1, 2, 3])(
    "the next claim begins after the environment that was served last, %i at a time",
    async (limit) => {
      const { claimed, outcome } = await claiming()
      await outcome(
        sandboxes.flatMap((environment) => Array.from({ length: 6 }, (_, n) => due(environment, `r${n}`, n)))
      )
      const turns: Array<string> = []
      for (let round = 0; round < 24 / limit; round++) {
        const found = await claimed(limit, share())
        expect(found).toHaveLength(limit)
        turns.push(...found)
        // After each claim, no environment has had two more than another.
        const counts = served(turns)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }
      expect([new Set(turns).size, await claimed(9, share())]).toEqual([24, []])
    }
  )

  it("the only environment that is left is claimed alone, and the turns of the others stay", async () => {
    const { claimed, outcome } = await claiming()
    await outcome(sandboxes.flatMap((environment) => [0, 1].map((n) => due(environment, `r${n}`, n))))
    const [first, ...others] = sandboxes
    if (first === undefined) throw new Error("an environment is missing")
    expect(served(await claimed(1, share()))).toEqual([1, 0, 0, 0])
    for (const environment of others.toReversed()) {
      expect(await claimed(1, share({ environment }))).toEqual([`${environment.split("/")[1]} r0@2`])
    }
    expect(await claimed(9, share({ environment: "sandbox/empty" }))).toEqual([])
    expect(served(await claimed(1, share()))).toEqual([0, 1, 0, 0])
    expect(await claimed(9, share({ environment: first }))).toEqual([`${first.split("/")[1]} r1@2`])
  })

  it("an environment is claimed alone whose number begins with zeros", async () => {
    const { claimed, outcome } = await claiming()
    const names = Array.from({ length: 1000 }, (_, nth): EnvironmentKey => `sandbox/n${nth}`)
    const small = names.find((name) => environmentOf(name).startsWith("00"))
    if (small === undefined) throw new Error("no number begins with zeros")
    await outcome([due(small, "a", 0), due("sandbox/a", "b", 0)])
    expect(await claimed(9, share({ environment: small }))).toEqual([`${small.split("/")[1]} a@2`])
  })

  it("each mode and each collection has turns of its own", async () => {
    const { claimed, outcome, store } = await claiming()
    const of = (environment: EnvironmentKey, n: number): Change => ({
      ...due(environment, `Device:00000000-0000-7000-8000-00000000000${n}`, 0),
      collection: devices
    })
    const live: ReadonlyArray<EnvironmentKey> = ["production/a", "production/b"]
    await outcome(
      [...sandboxes, ...live].flatMap((environment) => [
        ...[0, 1, 2].map((n) => due(environment, `r${n}`, n)),
        ...[0, 1, 2].map((n) => of(environment, n))
      ])
    )
    const order: Array<string> = []
    for (let round = 0; round < 4; round++) {
      order.push(...(await claimed(1, share())))
      // Claims of another mode and another collection in between change nothing.
      await claimed(1, share({ mode: "production" }))
      await Effect.runPromise(store.claimDue(devices, 1000, 100, 1, share()))
    }
    expect(served(order)).toEqual([1, 1, 1, 1])
    const rest = await claimed(99, share({ mode: "production" }))
    expect(rest).toHaveLength(6 - 4)
    expect(served(await claimed(99, share()))).toEqual([2, 2, 2, 2])
  })

  it("GO1: a share of an environment bounds it, and not the others", async () => {
    const { claimed, outcome } = await claiming()
    const [first, second, third] = sandboxes
    await outcome(sandboxes.flatMap((environment) => Array.from({ length: 5 }, (_, n) => due(environment, `r${n}`, n))))
    const most = new Map<string, number>([
      [first ?? "", 0],
      [second ?? "", 3],
      ["sandbox/unknown", 9]
    ])
    expect(served(await claimed(99, share({ each: 2, most })))).toEqual([0, 3, 2, 2])
    expect(served(await claimed(99, share({ each: 2, most: new Map([[third ?? "", 1]]) })))).toEqual([2, 2, 1, 2])
    expect(served(await claimed(99, share({ each: 0 })))).toEqual([0, 0, 0, 0])
  })

  it("a claim without a share takes from both modes", async () => {
    const { claimed, outcome } = await claiming()
    await outcome([due("sandbox/a", "s", 1), due("production/a", "p", 0)])
    expect(await claimed(9)).toEqual(["a p@2", "a s@2"])
  })

  it("claims of several nodes never return the same record, and skip what another has locked", async () => {
    const nodes = await Promise.all(Array.from({ length: 4 }, () => claiming()))
    const all = sandboxes.flatMap((environment) => Array.from({ length: 25 }, (_, n) => due(environment, `r${n}`, n)))
    expect(await nodes[0]?.outcome(all)).toBe("written")
    const taken: Array<string> = []
    while (taken.length < all.length) {
      const found = await Promise.all(nodes.map(({ claimed }) => claimed(7, share())))
      taken.push(...found.flat())
    }
    expect([taken.length, new Set(taken).size]).toEqual([100, 100])

    const holder = await pool.connect()
    await holder.query("begin")
    await holder.query("select 1 from countersign.things where id <> 'r7' for update")
    const [node] = nodes
    expect(await node?.claimed(99, share(), 2000)).toHaveLength(4)
    await holder.query("rollback")
    holder.release()
    expect(await node?.claimed(99, share(), 2000)).toHaveLength(96)
  })
})

describe("a claim looks at 1,000 environments, and the next one continues after them", () => {
  /** Records of so many environments, of which each is due at its place. */
  const filled = async (count: number, dueAt: (place: number) => number) => {
    const names = Array.from({ length: count }, (_, nth): EnvironmentKey => `sandbox/many-${nth}`)
    const numbers = names.map(environmentOf)
    const sorted = numbers.toSorted()
    await pool.query("insert into countersign.environments (id, name) select * from unnest($1::uuid[], $2::text[])", [
      numbers,
      names
    ])
    await pool.query(
      `insert into countersign.things (environment, id, version, created_at, updated_at, due_at, body)
        select e, 'r', 1, 0, 0, d, '{}' from unnest($1::uuid[], $2::bigint[]) as w (e, d)`,
      [sorted, sorted.map((_, place) => dueAt(place))]
    )
  }

  it("I23: each of them is served, in as many claims as it takes", async () => {
    await filled(2300, () => 0)
    const { claimed } = await claiming()
    const found = [await claimed(9999, share()), await claimed(9999, share()), await claimed(9999, share())]
    expect(found.map(({ length }) => length)).toEqual([1000, 1000, 300])
    expect(new Set(found.flat()).size).toBe(2300)
    expect(await claimed(9999, share())).toEqual([])
  })

  it("I23: what is due behind 1,000 environments whose records are not is found by the next claim", async () => {
    await filled(1500, (place) => (place < 1400 ? 5000 : 0))
    const { claimed } = await claiming()
    expect(await claimed(9999, share())).toEqual([])
    expect(await claimed(9999, share())).toHaveLength(100)
    expect(await claimed(9999, share())).toEqual([])
    expect(await claimed(9999, share(), 6000)).not.toEqual([])
  })
})

describe("leases", () => {
  it("GO7: begin and end by the clock of the database, whatever that of the node says", async () => {
    const { claimed, outcome } = await claiming()
    const { rows } = await pool.query("select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now")
    const now = Number(rows[0].now)
    await outcome([due("sandbox/a", "past", now - 60_000), due("sandbox/a", "future", now + 3_600_000)])
    const byStore = share({ byStoreClock: true })
    // The clocks of these nodes are an hour behind and a year ahead.
    expect(await claimed(9, byStore, now - 3_600_000, 600_000)).toEqual(["a past@2"])
    expect(await claimed(9, byStore, now + 3e10, 600_000)).toEqual([])
    const { rows: leases } = await pool.query(
      "select leased_until - $1::bigint as left from countersign.things where id = 'past'",
      [now]
    )
    expect(Number(leases[0].left)).toBeGreaterThanOrEqual(600_000)
    expect(Number(leases[0].left)).toBeLessThan(700_000)
    // By the clock of a node, the lease and the due time of the other record are over.
    expect(await claimed(9, share(), now + 7_200_000)).toEqual(["a past@3", "a future@2"])
  })

  it("end with a replace, which no claim of the earlier version survives", async () => {
    const { claimed, outcome } = await claiming()
    await outcome([due("sandbox/acme", "a", 0)])
    expect(await claimed(9, share())).toEqual(["acme a@2"])
    const done: Change = { ...due("sandbox/acme", "a", 0), op: "replace", version: 2, body: { dueAt: 5 }, at: 0 }
    expect(await outcome([done])).toBe("written")
    expect(await outcome([done])).toBe("version")
    expect(await claimed(9, share())).toEqual(["acme a@4"])
  })
})

describe("a claim of named records (FA2, I19)", () => {
  it("is of one collection, whichever was claimed from before", async () => {
    const { outcome, store } = await claiming()
    const id = "Device:00000000-0000-7000-8000-000000000001"
    await outcome([due("sandbox/a", "a", 0), { ...due("sandbox/a", id, 0), collection: devices }])
    const claimed = async (collection: typeof things, ...ids: ReadonlyArray<string>) => {
      const only = { environment: "sandbox/a", ids, dueBy: 1 } as const
      return (await Effect.runPromise(store.claimDue(collection, 1, 100, 9, only))).map((row) => row.id)
    }
    expect([await claimed(devices, id, "a"), await claimed(things, id, "a")]).toEqual([[id], ["a"]])
  })

  it("takes those of one environment by a time of their own, and leases by that of the machine", async () => {
    const { outcome, store } = await claiming()
    const id = (n: number) => `Device:00000000-0000-7000-8000-00000000000${n}`
    const device = (environment: EnvironmentKey, n: number, dueAt: number): Change => ({
      ...due(environment, id(n), dueAt),
      collection: devices
    })
    await outcome([
      ...[1, 2, 3].map((n) => device("sandbox/a", n, 10_000 * n)),
      device("sandbox/a", 4, 0),
      device("sandbox/b", 1, 0)
    ])
    const claimed = async (ids: ReadonlyArray<string>, dueBy: number, now = 5, limit = 9) => {
      const only = { environment: "sandbox/a", ids, dueBy } as const
      const rows = await Effect.runPromise(store.claimDue(devices, now, 100, limit, only))
      return rows.map(({ environment, id, version }) => `${environment} ${id.at(-1)}@${version}`)
    }
    const ids = [3, 2, 1, 1].map(id)
    expect(await claimed(ids, 9999)).toEqual([])
    expect(await claimed(ids, 20_000, 5, 1)).toEqual(["sandbox/a 1@2"])
    expect(await claimed([...ids, "Device:x", "", "Thing:1"], 20_000)).toEqual(["sandbox/a 2@2"])
    expect(await claimed(ids, 30_000, 104)).toEqual(["sandbox/a 3@2"])
    expect(await claimed(ids, 30_000, 105)).toEqual(["sandbox/a 1@3", "sandbox/a 2@3"])
    expect(await claimed([], 30_000, 999)).toEqual([])
  })

  it("does not change whose turn it is", async () => {
    const { claimed, outcome, store } = await claiming()
    await outcome(sandboxes.flatMap((environment) => ["r0", "r1"].map((id) => due(environment, id, 0))))
    const order: Array<string> = []
    for (const environment of sandboxes) {
      order.push(...(await claimed(1, share())))
      await Effect.runPromise(store.claimDue(things, 5, 5, 9, { environment, ids: ["none"], dueBy: 9 }))
    }
    expect(served(order)).toEqual([1, 1, 1, 1])
  })
})
