import { readFile } from "node:fs/promises"
import { Store } from "@countersign/core"
import { cluster, testDatabase } from "@countersign/harness/postgres"
import { Effect, Logger } from "effect"
import type pg from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import { postgres } from "../src/index.ts"
import { shortcomings } from "../src/inspect.ts"
import type { PoolQuery } from "../src/Pool.ts"
import { noPool, onClient, sending } from "./sending.ts"
import { here, insert, opened, remove, things, withTables, withThings } from "./things.ts"

const old = cluster()
const next = withThings(testDatabase({ isEmpty: true }))
let admin: pg.Pool

beforeAll(async () => {
  admin = old.pool({ max: 2 })
  await withTables(admin)
})

/** Opens all connections of a pool, as a host under load has them. */
const warmed = async (pool: pg.Pool, count: number): Promise<pg.Pool> => {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  for (const client of clients) client.release()
  return pool
}

const withSetting = async (setting: string, value: string, run: () => Promise<void>): Promise<void> => {
  await old.configure(setting, value)
  try {
    await run()
  } finally {
    await old.configure(setting, "default")
    await expect.poll(() => ask(admin, `show ${setting}`)).toMatch(/^(?:off)?$/u)
  }
}

/** Waits until the server is read-only on all connections of a pool: each of its processes reads the setting when it is idle. */
const isReadOnly = async (pool: pg.Pool, count: number): Promise<void> => {
  const all = () => Promise.all(Array.from({ length: count }, () => ask(pool, "show transaction_read_only")))
  await expect.poll(async () => new Set(await all())).toEqual(new Set(["on"]))
}

const ask = async (pool: pg.Pool, text: string): Promise<string> =>
  String(Object.values((await pool.query(text)).rows[0])[0])

/** A backend of the pool that waits for the given kind of event. */
const waiting = async (event: string): Promise<number> => {
  const found = async () =>
    (await admin.query("select pid from pg_stat_activity where wait_event = $1", [event])).rows[0]?.pid
  await expect.poll(found).toBeDefined()
  return found()
}

describe("a pool of 25 connections to a server that was replaced", () => {
  it.each([
    ["used by the store before", true],
    ["opened by the host", false]
  ])("GH3, GO2, D4: refuses no write after the address moved, with connections %s", async (_, isUsed) => {
    const pool = await warmed(old.pool({ max: 25 }), 25)
    const { outcome } = await opened({ pool })
    const name = `moved-${isUsed}`
    if (isUsed) await Promise.all(Array.from({ length: 25 }, (_, nth) => outcome([insert(`${name}-before-${nth}`)])))
    await withSetting("default_transaction_read_only", "on", async () => {
      await isReadOnly(pool, 25)
      // As DNS or a proxy: new connections reach the new server, and those of the old one stay open.
      Object.assign(pool.options, { port: next.port(), database: new URL(next.url()).pathname.slice(1) })
      const found: Array<string> = []
      for (let nth = 0; nth < 25; nth++) found.push(await outcome([insert(`${name}-${nth}`)]))
      expect(found.filter((one) => one !== "written")).toEqual([])
      // The pool is whole: no connection to the old server is left in it.
      const clients = await Promise.all(Array.from({ length: 25 }, () => pool.connect()))
      const ports = await Promise.all(clients.map((client) => client.query("select inet_server_port() as port")))
      for (const client of clients) client.release()
      expect(new Set(ports.map(({ rows }) => rows[0].port))).toEqual(new Set([next.port()]))
    })
  })

  it("GH3, GO2: reads nothing over a connection to the old server once its state was read from the new one", async () => {
    const pool = await warmed(old.pool({ max: 2 }), 2)
    const { outcome, rows, store } = await opened({ pool })
    const state = () => Effect.runPromise(store.state ?? Effect.die("the store has no state"))
    await state()
    await withSetting("default_transaction_read_only", "on", async () => {
      await isReadOnly(pool, 2)
      expect(await outcome([insert("while read-only")])).toBe("unavailable")
      // Used for reads since the last failure, because a server that is read-only still serves them.
      await Promise.all([rows("while read-only"), rows("another")])
      const [stale, other] = await Promise.all([pool.connect(), pool.connect()])
      Object.assign(pool.options, { port: next.port(), database: new URL(next.url()).pathname.slice(1) })
      // As the pool closes a connection that was idle: this is no failure of a statement.
      other.release(true)
      await expect.poll(() => outcome([insert("on the new server")])).toBe("written")
      // A commit reads it too, when it finds another timeline; those of two clusters are the same.
      await state()
      stale.release()
      expect(await rows("on the new server")).toHaveLength(1)
    })
  })

  it("GH3: reads continue on a server that is read-only as a whole, and writes are refused as unavailable", async () => {
    const pool = await warmed(old.pool({ max: 4 }), 4)
    const { outcome, rows } = await opened({ pool })
    await outcome([insert("readable")])
    await withSetting("default_transaction_read_only", "on", async () => {
      await isReadOnly(pool, 4)
      for (const nth of [1, 2, 3]) expect(await outcome([insert(`refused-${nth}`)])).toBe("unavailable")
      expect(await rows("readable")).toHaveLength(1)
    })
    await expect.poll(() => outcome([insert(`again-${performance.now()}`)])).toBe("written")
  })

  it.each([
    ["a read", "25P02"],
    ["a commit", "25P02"]
  ])("GO13: %s runs although the pool has a connection that is stuck in a failed transaction (%s)", async (what) => {
    const pool = old.pool({ max: 2 })
    const { outcome, rows } = await opened({ pool })
    await outcome([insert(`stuck ${what}`)])
    const host = await pool.connect()
    await host.query("begin")
    await host.query("select 1 / 0").catch(() => {})
    host.release()
    for (const nth of [1, 2, 3]) {
      if (what === "a read") expect(await rows(`stuck ${what}`)).toHaveLength(1)
      else expect(await outcome([insert(`stuck ${what} ${nth}`)])).toBe("written")
    }
  })

  it("GO13: a read runs again, once, after the server has closed its connection", async () => {
    const pool = old.pool({ max: 1 })
    const { outcome, store } = await opened({ pool })
    await outcome([insert("closed", { owner: "closed" })])
    for (const read of [
      Effect.map(store.load([{ ...here, by: "id", id: "closed" }]), (rows) => rows.flat()),
      store.find({ ...here, index: { name: "owner", values: ["closed"] }, limit: 9 })
    ]) {
      const holder = await admin.connect()
      await holder.query("begin")
      await holder.query("lock table countersign.things")
      const pending = Effect.runPromise(read)
      await admin.query("select pg_terminate_backend($1)", [await waiting("relation")])
      await holder.query("rollback")
      holder.release()
      expect(await pending).toHaveLength(1)
    }
  })

  it("GO13: a server that closes idle connections refuses no read", async () => {
    const pool = old.pool({ max: 5, options: "-c application_name=idle" })
    const { outcome, rows } = await opened({ pool })
    await outcome([insert("idle")])
    for (let round = 0; round < 5; round++) {
      const clients = await Promise.all(Array.from({ length: 5 }, () => pool.connect()))
      // Only of these five: a connection that replaces one has no such timeout, however slow this process is.
      for (const client of clients) client.on("error", () => {})
      await Promise.all(clients.map((client) => client.query("set idle_session_timeout = 15")))
      for (const client of clients) client.release()
      await expect
        .poll(() => ask(admin, "select count(*) from pg_stat_activity where application_name = 'idle'"))
        .toBe("0")
      expect(await rows("idle")).toHaveLength(1)
    }
  })
})

describe("a commit that waits for a standby", () => {
  /** The level of a transaction of a role after a statement of the adapter. A failed test leaves no transaction open either. */
  const levelOf = async (role: string) => {
    const client = await old.pool({ options: `-c synchronous_commit=${role}`, max: 1 }).connect()
    try {
      await client.query("begin")
      await sending(noPool, { run: onClient(client) }).send([insert("level")])
      return (await client.query("show synchronous_commit")).rows
    } finally {
      await client.query("rollback")
      client.release()
    }
  }

  it.each(["off", "local", "remote_write"])("GO8: waits when the role has synchronous_commit %s", async (level) => {
    expect(await levelOf(level)).toEqual([{ synchronous_commit: "on" }])
  })

  it("GO8: a higher level stays", async () => {
    expect(await levelOf("remote_apply")).toEqual([{ synchronous_commit: "remote_apply" }])
  })

  it.each([
    ["a statement", "on"],
    ["a statement at a lower level", "local"]
  ])("GO8, D4: its outcome is unknown when the wait of %s was cancelled (%s)", async (name, level) => {
    // The texts of the server may be in another language.
    const pool = old.pool({ options: `-c synchronous_commit=${level}`, max: 2 })
    const { outcome, rows } = await opened({ pool })
    const id = `unreplicated ${name}`
    // Stores the name of the environment, which this node then does not write again.
    await outcome([insert(`aside ${name}`)])
    await withSetting("synchronous_standby_names", "'*'", async () => {
      const pending = outcome([insert(id)])
      await admin.query("select pg_cancel_backend($1)", [await waiting("SyncRep")])
      expect(await pending).toBe("unavailable")
    })
    expect(await rows(id)).toHaveLength(1)
  })
})

describe("what a hardened server changes", () => {
  const found = async (options: string) =>
    (await shortcomings(old.pool({ options, max: 1 }))).filter(({ what }) => what !== "fsync")

  it("GO13: nothing is reported for the defaults", async () => {
    expect(await found("-c work_mem=4MB")).toEqual([])
  })

  it.each([
    ["array_nulls", "-c array_nulls=off"],
    ["idle_session_timeout", "-c idle_session_timeout=10min"],
    ["synchronous_commit", "-c synchronous_commit=local"],
    ["synchronous_commit", "-c synchronous_commit=remote_write"],
    ["read_only", "-c default_transaction_read_only=on"]
  ])("GO13: %s is named at the start (%s)", async (what, options) => {
    expect((await found(options)).map((one) => one.what)).toEqual([what])
    expect((await found(options))[0]?.message).toContain(what === "read_only" ? "read-only" : what)
  })

  it("GO13: the grants of the guide suffice where public has none, and what is missing is named", async () => {
    const guide = await readFile(new URL("../../../docs/guides/postgres.md", import.meta.url), "utf8")
    const grants = (guide.split("run=grants\n")[1]?.split("```")[0] ?? "").replaceAll("to service", "to careful")
    await admin.query("create role careful login password 'postgres'")
    await admin.query("revoke execute on all functions in schema countersign from public")
    const careful = old.pool({ user: "careful", max: 1 })
    const named = async () => (await shortcomings(careful)).map(({ what }) => what).filter((what) => what !== "fsync")
    try {
      await admin.query("grant usage on schema countersign to careful")
      expect(await named()).toEqual(["execute"])
      await admin.query(grants)
      expect(await named()).toEqual([])
      const { outcome, rows, store } = await opened({ pool: careful })
      expect(await outcome([insert("granted")])).toBe("written")
      expect(await outcome([remove("granted", 1)])).toBe("written")
      expect(await rows("granted")).toEqual([])
      expect(await Effect.runPromise(store.claimDue(things, 0, 1, 1))).toEqual([])
      expect(await Effect.runPromise(store.sweep([things], 0, 1))).toBe(0)
      await admin.query("alter table countersign.things enable row level security")
      expect(await named()).toEqual(["row_security"])
    } finally {
      await admin.query("alter table countersign.things disable row level security")
      await admin.query("grant execute on all functions in schema countersign to public")
    }
  })
})

describe("a server with another history", () => {
  it("GO9: refuses commits of a node that has read from the first one, and writes nothing", async () => {
    const pool = next.pool({ max: 2 })
    const { rows } = await opened({ pool })
    const { planned, readings, sendAll } = sending(pool, { timeline: "00000009" })
    const ids = ["history-one", "history-other"]
    // The state is read once, which empties the caches, so that the callers decide again.
    expect(await sendAll(ids.map((id) => planned([insert(id)])))).toEqual(["version", "version"])
    expect(readings()).toBe(1)
    for (const id of ids) expect(await rows(id)).toEqual([])
    const { rows: found } = await pool.query("select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline")
    const same = sending(pool, { timeline: found[0].timeline })
    expect([await same.send([insert(ids.join())]), same.readings()]).toEqual(["written", 0])
  })

  it("GO9: fails a commit, and not the process, if its state cannot be read then", async () => {
    const lost = () => Promise.reject(new Error("lost"))
    const { planned, sendAll } = sending(next.pool({ max: 2 }), { timeline: "00000009", read: lost })
    const commits = ["one", "other"].map((id) => planned([insert(`unread ${id}`)]))
    expect(await sendAll(commits)).toEqual(["Error: lost", "Error: lost"])
  })

  it("GO9: is noticed when its state is read, which empties the cache and is logged once", async () => {
    const histories = ["00000001/7", "00000001/7", "00000002/7", "00000002/7"]
    const lines: Array<string> = []
    const query = async (asked: string | PoolQuery) => {
      const text = typeof asked === "string" ? asked : asked.text
      if (!text.includes("history")) return { rows: [{ slot: "0", id: "a", version: "1", body: "{}", refuses: null }] }
      const history = histories.shift() ?? ""
      return { rows: [{ history, timeline: history.slice(0, 8), now: "5", unwritable: "false" }] }
    }
    const pool = { connect: async () => ({ query, release: () => {}, on: () => {}, removeListener: () => {} }) }
    const logger = Logger.make(({ message }) => void lines.push(JSON.stringify(message)))
    const store = await Effect.runPromise(
      Effect.scoped(Effect.provide(Store, postgres({ pool }))).pipe(Effect.provide(Logger.layer([logger])))
    )
    const ref = { ...here, by: "id", id: "a" } as const
    const state = () => Effect.runPromise(store.state ?? Effect.die("the store has no state"))
    expect(await state()).toEqual({ canWrite: true, now: 5 })
    await Effect.runPromise(store.load([ref]))
    expect(store.recent?.([ref])).toHaveLength(1)
    await state()
    expect(store.recent?.([ref])).toHaveLength(1)
    await state()
    expect(store.recent?.([ref])).toBeUndefined()
    await state()
    expect(lines.filter((line) => line.includes("another history"))).toHaveLength(1)
  })

  it("GO9, GO2: an engine without timelines still reports whether it can be written, and its clock", async () => {
    const pool = next.pool({ max: 1, options: "-c default_transaction_read_only=on" })
    const { store } = await opened({ pool })
    const asked = Date.now()
    const { canWrite, now } = await Effect.runPromise(store.state ?? Effect.die("the store has no state"))
    // The database has the clock of this machine, which it reads in microseconds.
    expect([canWrite, asked - 1 <= now && now <= Date.now() + 1]).toEqual([false, true])
    const refusing = {
      connect: async () => {
        const client = await next.pool({ max: 1 }).connect()
        return {
          query: (asked: string | PoolQuery) =>
            JSON.stringify(asked).includes("pg_control_system")
              ? Promise.reject(Object.assign(new Error("no such function"), { code: "42883" }))
              : client.query(asked),
          release: () => client.release(),
          on: () => {},
          removeListener: () => {}
        }
      }
    }
    const without = await opened({ pool: refusing })
    expect(await Effect.runPromise(without.store.state ?? Effect.die("no state"))).toMatchObject({ canWrite: true })
    expect(await without.outcome([insert(`without-${performance.now()}`)])).toBe("written")
  })
})
