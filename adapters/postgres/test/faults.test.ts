import { testDatabase } from "@countersign/harness/postgres"
import { limit, rounds } from "@countersign/harness/rounds"
import { Effect } from "effect"
import type pg from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import { environmentOf } from "../src/table.ts"
import { atVersion, failure, here, insert, opened, remove, replace, things, withTables } from "./things.ts"

const RACES = rounds(100, 25)

// Migrated here, by the sources under test: the run's template may be of another process.
const server = testDatabase({ isEmpty: true })
let admin: pg.Pool

beforeAll(async () => {
  admin = server.pool()
  await withTables(admin)
})

/** Few records are sent as rows of parameters, many as arrays. */
const paths = [
  ["rows", []],
  ["arrays", Array.from({ length: 20 }, (_, nth) => insert(`many-${nth}`, { name: `many-${nth}` }))]
] as const

/** Runs `during` while another transaction locks the record. */
const whileLocked = async <A>(id: string, during: () => Promise<A>): Promise<A> => {
  const holder = await admin.connect()
  try {
    await holder.query("begin")
    await holder.query("select 1 from countersign.things where id = $1 for update", [id])
    return await during()
  } finally {
    await holder.query("rollback")
    holder.release()
  }
}

/** The backends that wait for a lock. */
const waiting = async (): Promise<ReadonlyArray<number>> => {
  const { rows } = await admin.query(
    "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  )
  return rows.map(({ pid }) => pid)
}

/** A commit whose deadline passes while it waits for a lock. It starts again with more time if it never waited. */
const lateBehindLock = async (commit: (until: number) => Promise<string>) => {
  for (let allowed = 500; ; allowed *= 2) {
    const until = Date.now() + allowed
    let isOver = false
    const pending = commit(until).finally(() => {
      isOver = true
    })
    await expect.poll(async () => isOver || (await waiting()).length > 0, { interval: 10 }).toBe(true)
    if (isOver) continue
    await expect.poll(() => Date.now(), { interval: 10 }).toBeGreaterThan(until)
    return { pending }
  }
}

describe("D4: a connection lost in commit", () => {
  it("is StoreUnavailable, never success, and the next commit uses a new connection", async () => {
    const { outcome, rows } = await opened({ pool: server.pool({ max: 1 }) })
    await outcome([insert("lost")])
    await whileLocked("lost", async () => {
      const pending = outcome([replace("lost", 1, { n: 1 })])
      await expect.poll(waiting, { interval: 10 }).toHaveLength(1)
      await admin.query("select pg_terminate_backend($1)", [...(await waiting())])
      expect(await pending).toBe("unavailable")
    })
    expect(await outcome([replace("lost", 1, { n: 2 })])).toBe("written")
    expect((await rows("lost"))[0]?.body).toEqual({ n: 2 })
  })

  it("an unreachable server is StoreUnavailable too", async () => {
    await failure({ pool: server.pool({ port: 1 }) })
  })
})

describe("D6, F9: a frozen backend", () => {
  it("is StoreUnavailable within the timeout, and its connection is not used again", async () => {
    const pool = server.pool({ max: 1 })
    const { outcome } = await opened({ pool, timeout: 300 })
    const frozen: number = (await pool.query("select pg_backend_pid() as pid")).rows[0].pid
    process.kill(frozen, "SIGSTOP")
    try {
      const started = performance.now()
      expect(await outcome([insert("frozen")])).toBe("unavailable")
      expect(performance.now() - started).toBeLessThan(limit(10_000))
      expect((await pool.query("select pg_backend_pid() as pid")).rows[0].pid).not.toBe(frozen)
    } finally {
      process.kill(frozen, "SIGCONT")
    }
  })

  it("an exhausted pool is StoreUnavailable within the timeout, and loses no connection", async () => {
    const pool = server.pool({ max: 1 })
    const [impatient, patient] = [await opened({ pool, timeout: 200 }), await opened({ pool })]
    const occupied = await pool.connect()
    expect(await impatient.outcome([insert("exhausted")])).toBe("unavailable")
    occupied.release()
    expect(await patient.outcome([insert("exhausted")])).toBe("written")
  })
})

describe("D3: retries what the database rolled back", () => {
  it("commits that deadlock both finish with a result", async () => {
    const one = await opened({ pool: server.pool() })
    const other = await opened({ pool: server.pool() })
    for (let round = 0; round < 5; round++) {
      const [x, y] = [`x${round}`, `y${round}`]
      // Each claims the two keys in another order, and so waits for the other.
      const reported = await Promise.all([
        one.outcome([insert(`${round}-1`, { name: x }), insert(`${round}-2`, { name: y })]),
        other.outcome([insert(`${round}-3`, { name: y }), insert(`${round}-4`, { name: x })])
      ])
      expect(reported.sort()).toEqual(["taken", "written"])
    }
  })

  it("serializable connections return the same results", async () => {
    const { outcome } = await opened({
      pool: server.pool({ options: "-c default_transaction_isolation=serializable" }),
      timeout: 300_000
    })
    await outcome([insert("strict")])
    const reported = await Promise.all(Array.from({ length: 3 }, () => outcome([replace("strict", 1)])))
    expect(reported.sort()).toEqual(["version", "version", "written"])
  })
})

describe("races between connections", () => {
  it(`D1 I1 F6: of 64 concurrent commits one succeeds, in each of ${RACES} rounds`, async () => {
    const { outcome, rows } = await opened({ pool: server.pool() })
    await outcome([insert("request"), insert("account")])
    for (let round = 1; round <= RACES; round++) {
      const reported = await Promise.all(
        Array.from({ length: 64 }, (_, racer) =>
          outcome(
            [replace("request", round, { racer }), insert(`effect-${round}`, { racer })],
            [atVersion("account", 1)]
          )
        )
      )
      expect(reported.filter((one) => one === "written")).toHaveLength(1)
      expect(reported.filter((one) => one === "unavailable")).toHaveLength(0)
      expect((await rows("request"))[0]?.body).toEqual((await rows(`effect-${round}`))[0]?.body)
    }
  })

  it("D2 F7: of two commits that guard and write the same version of an account, one succeeds", async () => {
    const { outcome } = await opened({ pool: server.pool() })
    for (let round = 0; round < RACES; round++) {
      await outcome([insert(`owner-${round}`)])
      const reported = await Promise.all([
        outcome([replace(`owner-${round}`, 1), insert(`left-${round}`)]),
        outcome([insert(`right-${round}`)], [atVersion(`owner-${round}`, 1)])
      ])
      // The guard alone may run first. After the replace it fails.
      expect(reported[0]).toBe("written")
      expect(["written", "version"]).toContain(reported[1])
    }
  })

  it.each(paths)(
    "D1, D2: a replace, a removal and a guard of another version each reject the whole commit (FS24): %s",
    async (path, others) => {
      const { outcome, rows } = await opened({ pool: server.pool() })
      const [versioned, beside] = [`versioned-${path}`, `beside-${path}`]
      await outcome([insert(versioned, { n: 1 })])
      expect(await outcome([replace(versioned, 1, { n: 2 })])).toBe("written")
      expect(await outcome([replace(versioned, 1, { n: 3 }), insert(beside), ...others])).toBe("version")
      expect(await outcome([remove(versioned, 1), insert(beside), ...others])).toBe("version")
      expect(await outcome([insert(beside), ...others], [atVersion(versioned, 1)])).toBe("version")
      expect(await outcome([insert(beside), ...others], [atVersion(versioned, 3)])).toBe("version")
      for (const { id } of [{ id: beside }, ...others]) expect(await rows(id)).toEqual([])
      expect((await rows(versioned))[0]?.body).toEqual({ n: 2 })
      expect(await outcome([insert(beside), ...others], [atVersion(versioned, 2)])).toBe("written")
    }
  )

  it.each(paths)(
    "R7: a deadline that passes while the commit waits for a unique key rejects it (FS27): %s",
    async (path, others) => {
      const { outcome, rows } = await opened({ pool: server.pool() })
      const [second, name] = [`second-${path}`, `wanted-${path}`]
      const beside = others.map((_, nth) => insert(`late-${nth}`))
      const holder = await admin.connect()
      await holder.query("begin")
      await holder.query(
        `insert into countersign.things (environment, id, version, created_at, updated_at, name, body)
          values ($1, 'other', 1, 0, 0, $2, '{}')`,
        [environmentOf(here.environment), name]
      )
      const { pending } = await lateBehindLock((at) =>
        outcome([insert(second, { name }), ...beside], [{ guard: "before", at }])
      )
      await holder.query("rollback")
      holder.release()
      expect(await pending).toBe("late")
      expect(await rows(second)).toEqual([])
    }
  )

  it("R7: a deadline that passes while the commit waits for a lock rejects it (FS27)", async () => {
    const { outcome, rows } = await opened({ pool: server.pool() })
    await outcome([insert("deadline", { n: 1 })])
    const late = await whileLocked("deadline", () =>
      lateBehindLock((at) => outcome([replace("deadline", 1, { n: 2 })], [{ guard: "before", at }]))
    )
    expect(await late.pending).toBe("late")
    expect((await rows("deadline"))[0]?.body).toEqual({ n: 1 })
  })

  it("two workers and two sweepers never get the same record", async () => {
    const { outcome, store } = await opened({ pool: server.pool() })
    await outcome(
      Array.from({ length: 200 }, (_, n) => insert(`job-${n}`, { dueAt: n, expiresAt: 5, name: `job-${n}` }))
    )
    const claim = Effect.runPromise(store.claimDue(things, 1000, 1000, 150))
    const other = Effect.runPromise(store.claimDue(things, 1000, 1000, 150))
    const ids = (await Promise.all([claim, other])).flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const sweep = () => Effect.runPromise(store.sweep([things], 10, 150))
    const removed = await Promise.all([sweep(), sweep()])
    expect(removed.every((count) => count <= 150)).toBe(true)
    expect((removed[0] ?? 0) + (removed[1] ?? 0) + (await sweep())).toBe(200)
    const left = await admin.query("select 1 from countersign.things where id like 'job-%'")
    expect(left.rows).toEqual([])
  })
})

describe("guarantees of the database", () => {
  it("D10: SQL in an id, a key, an index or a body is stored as text", async () => {
    const { outcome, rows, store } = await opened({ pool: server.pool() })
    const texts = [
      "'; drop schema countersign cascade; --",
      "$1",
      "\\'; select pg_sleep(9); --",
      "a' or '1'='1",
      "%_",
      '"'
    ]
    for (const text of texts) {
      expect(await outcome([insert(text, { name: text, owner: text, text })])).toBe("written")
      expect((await rows(text))[0]?.body).toEqual({ name: text, owner: text, text })
      const found = await Effect.runPromise(
        store.load([
          { ...here, by: "unique", key: "name", values: [text] },
          { ...here, by: "index", index: "owner", values: [text], limit: 9 }
        ])
      )
      expect(found.map((some) => some.map(({ id }) => id))).toEqual([[text], [text]])
      const page = await Effect.runPromise(store.find({ ...here, index: { name: "owner", values: [text] }, limit: 9 }))
      expect(page.map(({ id }) => id)).toEqual([text])
    }
  })

  it("R8 S9: a sweep of a node whose clock is an hour ahead removes nothing that is valid by the database's clock", async () => {
    const { outcome, rows, store } = await opened({ pool: server.pool() })
    const now = Date.now()
    await outcome([insert("lives", { expiresAt: now + 60_000 }), insert("over", { expiresAt: now - 60_000 })])
    await Effect.runPromise(store.sweep([things], now + 3_600_000, 500))
    expect([(await rows("lives")).length, (await rows("over")).length]).toEqual([1, 0])
  })

  it("a body with NUL, half a surrogate pair or unusual numbers reads back unchanged", async () => {
    const { outcome, rows } = await opened({ pool: server.pool() })
    const text = '{"b":"\\u0000","a":"\\ud800","n":[1e300,-0.1,12345678901234567],"__proto__":{"x":1},"name":"\\u0000"}'
    expect(await outcome([insert("odd", JSON.parse(text))])).toBe("written")
    expect(JSON.stringify((await rows("odd"))[0]?.body)).toBe(JSON.stringify(JSON.parse(text)))
    expect(await outcome([insert("odd-2", { name: "\0" })])).toBe("taken")
  })

  it("custom number parsers of the host change nothing", async () => {
    const types = { getTypeParser: () => (value: string) => ({ value }) }
    const strange = { getTypeParser: (oid: number) => (oid === 25 ? (value: string) => value : types.getTypeParser()) }
    const { outcome, rows } = await opened({ pool: server.pool({ types: strange }) })
    expect(await outcome([insert("typed", {}, 7)])).toBe("written")
    expect((await rows("typed"))[0]).toEqual({
      environment: here.environment,
      id: "typed",
      version: 1,
      createdAt: 7,
      updatedAt: 7,
      body: {}
    })
  })
})
