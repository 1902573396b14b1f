import { once } from "node:events"
import { readFileSync } from "node:fs"
import { connect, createServer, type Socket } from "node:net"
import { cluster } from "@countersign/harness/postgres"
import { Effect, Layer, Logger } from "effect"
import type pg from "pg"
import { afterEach, describe, expect, it } from "vitest"
import { migrate, migrationSql, migrationStatus, postgres } from "../src/index.ts"
import { migrationsFor } from "../src/migrations/files.ts"
import { failure, insert, opened, withTables } from "./things.ts"

const server = cluster()
const NAMES = migrationsFor("any").map(({ name }) => name)
// Each test starts with a new server, and so can be repeated.
afterEach(() => emptied(server.pool()))

describe("migrate", () => {
  it("D8: runs once when called concurrently, and never again", async () => {
    const pool = server.pool()
    const ran = await Promise.all(Array.from({ length: 8 }, () => migrate(pool)))
    expect(ran.flat()).toEqual(NAMES)
    expect(await migrate(pool)).toEqual([])
  })

  it("separates schemas of other names", async () => {
    const pool = server.pool()
    for (const schema of ["one", "two"]) await withTables(pool, schema)
    const [one, two] = [await opened({ pool, schema: "one" }), await opened({ pool, schema: "two" })]
    expect(await one.outcome([insert("a", { name: "x" })])).toBe("written")
    expect(await two.rows("a")).toEqual([])
    expect(await two.outcome([insert("a", { name: "x" })])).toBe("written")
  })

  it("needs no right to create schemas if the schema exists", async () => {
    const admin = server.pool()
    await admin.query("create role narrow login password 'narrow'")
    await admin.query("create schema given authorization narrow")
    expect(await migrate(server.pool({ user: "narrow", password: "narrow" }), { schema: "given" })).toEqual(NAMES)
  })

  it("rejects a database that was migrated with another file, and changes nothing", async () => {
    const pool = server.pool()
    await migrate(pool, { schema: "changed" })
    const last = NAMES.at(-1) ?? ""
    await pool.query("update changed.migrations set checksum = 'other' where name = $1", [last])
    await expect(migrate(pool, { schema: "changed" })).rejects.toThrow(`${last} differs from the file`)
  })

  it("reports applied, missing and changed migrations without writing", async () => {
    const pool = server.pool()
    const states = async (schema: string) => (await migrationStatus(pool, { schema })).map(({ state }) => state)
    const all = (state: string) => NAMES.map(() => state)
    expect(await states("status")).toEqual(all("missing"))
    expect(await states("status")).toEqual(all("missing"))
    await migrate(pool, { schema: "status" })
    expect(await states("status")).toEqual(all("applied"))
    await pool.query("update status.migrations set checksum = 'other' where name = $1", [NAMES[0]])
    expect(await states("status")).toEqual(["changed", ...all("applied").slice(1)])
  })

  it("prints plain SQL that another tool can run, after which nothing is missing and the store works", async () => {
    const pool = server.pool()
    await pool.query(await migrationSql({ schema: "printed" }))
    expect(await migrate(pool, { schema: "printed" })).toEqual([])
    await withTables(pool, "printed")
    const { outcome } = await opened({ pool, schema: "printed" })
    expect(await outcome([insert("a", { name: "x" })])).toBe("written")
  })

  it("F8: warns at start of missing tables and of commits that do not wait for the disk", async () => {
    const warned = async (schema: string, options: string) => {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      await Effect.runPromise(
        Effect.gen(function* () {
          yield* Layer.build(postgres({ pool: server.pool({ options }), schema }))
          // The test cluster itself runs without fsync. The warnings of an inspection are logged together.
          yield* Effect.promise(() => expect.poll(() => lines.join()).toContain("fsync is off"))
        }).pipe(Effect.scoped, Effect.provide(Logger.layer([logger])))
      )
      return lines
    }
    await migrate(server.pool(), { schema: "warned" })
    expect((await warned("warned", "-c synchronous_commit=on")).filter((line) => !line.includes("fsync"))).toEqual([])
    const lines = await warned("unwarned", "-c synchronous_commit=off")
    expect(lines.join("\n")).toContain("npx @countersign/cli migrate up --schema unwarned")
    expect(lines.join("\n")).toContain("synchronous_commit is off")
  })

  it("rejects a database whose encoding cannot store every text, and says what to do", async () => {
    await server.pool().query("create database narrow encoding 'LATIN1' locale 'C' template template0")
    await expect(migrate(server.pool({ database: "narrow" }))).rejects.toThrow(/the encoding LATIN1.*encoding 'UTF8'/u)
  })

  it("says what to do when it cannot connect, and never shows the password", async () => {
    const printed = async (config: object) => {
      const pool = server.pool({ password: "s3cret", ...config })
      const reported = [migrate(pool), migrationStatus(pool)].map((requested) =>
        requested.then(String, (error) => String(error))
      )
      return (await Promise.all(reported)).join("\n")
    }
    await server.pool().query("create role poor login password 's3cret'")
    const all = [
      [await printed({}), "password authentication failed", "Correct the user or the password"],
      [await printed({ password: "postgres", database: "nope" }), '"nope" does not exist', "create it: createdb"],
      [
        await printed({ host: "127.0.0.1", port: 1 }),
        "connect ECONNREFUSED 127.0.0.1:1",
        "No server listens at this address"
      ],
      [await printed({ host: "nowhere.invalid" }), "nowhere.invalid", "postgres://user:password@host"]
    ] as const
    for (const [reported, what, then] of all) {
      for (const line of reported.split("\n")) expect(line).toEqual(expect.stringMatching(`${what}.*${then}`))
      expect(reported).not.toContain("s3cret")
    }
    const poor = migrate(server.pool({ user: "poor", password: "s3cret" }), { schema: "forbidden" })
    await expect(poor).rejects.toThrow(/permission denied.*Grant this user CREATE/u)
  })

  it("a role that may only read and write the tables can run the service", async () => {
    const admin = server.pool()
    await withTables(admin, "served")
    await admin.query("create role service login password 'service'")
    await admin.query(grantsOfThePage().replaceAll("schema countersign", "schema served"))
    const { outcome, rows } = await opened({
      pool: server.pool({ user: "service", password: "service" }),
      schema: "served"
    })
    expect(await outcome([insert("a", { name: "x" })])).toBe("written")
    expect(await rows("a")).toHaveLength(1)
  })

  it("D4: a lost connection fails the migration, and not the process", async () => {
    const admin = server.pool()
    const holder = await admin.connect()
    await holder.query("begin")
    await holder.query("select pg_advisory_xact_lock(hashtextextended('countersign/lost', 0))")
    const wire = await cuttable(server.url())
    const received: Array<unknown> = []
    const receive = (error: unknown) => void received.push(error)
    process.prependListener("uncaughtException", receive)
    const failed = expect(migrate(server.pool({ port: wire.port, max: 1 }), { schema: "lost" })).rejects.toThrow(
      "terminated"
    )
    const waits = "select 1 from pg_stat_activity where wait_event = 'advisory'"
    await expect.poll(async () => (await admin.query(waits)).rows.length).toBe(1)
    wire.cut()
    await failed
    await holder.query("rollback")
    holder.release()
    expect(await migrate(server.pool(), { schema: "lost" })).toEqual(NAMES)
    process.removeListener("uncaughtException", receive)
    expect(received).toEqual([])
  })

  it("tables of another role without grants make the store unavailable, and the cause says so", async () => {
    const admin = server.pool()
    await withTables(admin, "owned")
    await admin.query("create role stranger login password 'stranger'")
    const pool = server.pool({ user: "stranger", password: "stranger" })
    expect(String((await failure({ pool, schema: "owned" })).cause)).toContain("no privileges on schema owned")
    await admin.query("grant usage on schema owned to stranger")
    expect(String((await failure({ pool, schema: "owned" })).cause)).toContain("no privileges on schema owned")
  })

  it("accepts plain names only", async () => {
    await expect(migrate(server.pool(), { schema: 'x"; drop schema public; --' })).rejects.toThrow(
      "is not a valid schema name"
    )
  })

  it("missing tables make the store unavailable, and the cause names the command to run", async () => {
    const { cause } = await failure({ pool: server.pool(), schema: "nowhere" })
    expect(String(cause)).toContain('migrate(pool, { schema: "nowhere" })')
    expect(String(cause)).toContain("npx @countersign/cli migrate up --schema nowhere")
  })
})

/** A proxy to the server that can drop connections silently, like a machine that fails. */
const cuttable = async (url: string) => {
  const sockets: Array<Socket> = []
  const between = createServer((near) => {
    const far = connect(Number(new URL(url).port), "127.0.0.1")
    for (const socket of [near, far]) sockets.push(socket.on("error", () => {}))
    near.pipe(far).pipe(near)
  }).listen(0, "127.0.0.1")
  await once(between, "listening")
  const address = between.address()
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cut: () => {
      between.close()
      for (const socket of sockets) socket.destroy()
    }
  }
}

/** Drops every schema, database and role that a test created. */
const emptied = async (pool: pg.Pool): Promise<void> => {
  const made = await pool.query(`
    select format('drop schema %I cascade', nspname) as statement from pg_namespace
      where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
    union all select format('drop database %I with (force)', datname) from pg_database
      where datname not in ('postgres', 'template0', 'template1')
    union all select format('drop owned by %1$I cascade; drop role %1$I', rolname) from pg_roles
      where rolname !~ '^pg_' and rolname <> 'postgres'`)
  for (const { statement } of made.rows) await pool.query(statement)
  await pool.end()
}

/** The grants of docs/guides/postgres.md. */
const grantsOfThePage = () => {
  const page = readFileSync(new URL("../../../docs/guides/postgres.md", import.meta.url), "utf8")
  return /```sql run=grants\n([\s\S]*?)```/u.exec(page)?.[1] ?? ""
}
