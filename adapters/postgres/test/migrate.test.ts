import { describe, expect, it } from "vitest"
import { migrate } from "../src/index.ts"
import { cluster } from "./cluster.ts"
import { failure, insert, opened } from "./things.ts"

const server = cluster()

describe("migrate", () => {
  it("D8: runs once, whoever calls it at once, and never again", async () => {
    const pool = server.pool()
    const ran = await Promise.all(Array.from({ length: 8 }, () => migrate(pool)))
    expect(ran.flat()).toEqual(["0001_initial.sql"])
    expect(await migrate(pool)).toEqual([])
  })

  it("keeps schemas of other names apart", async () => {
    const pool = server.pool()
    await migrate(pool, { schema: "one" })
    await migrate(pool, { schema: "two" })
    const [one, two] = [await opened({ pool, schema: "one" }), await opened({ pool, schema: "two" })]
    expect(await one.outcome([insert("a", { name: "x" })])).toBe("written")
    expect(await two.rows("a")).toEqual([])
    expect(await two.outcome([insert("a", { name: "x" })])).toBe("written")
  })

  it("needs no right to create schemas where the schema is there", async () => {
    const admin = server.pool()
    await admin.query("create role narrow login password 'narrow'")
    await admin.query("create schema given authorization narrow")
    expect(await migrate(server.pool({ user: "narrow", password: "narrow" }), { schema: "given" })).toHaveLength(1)
  })

  it("refuses a database that was migrated with another file, and changes nothing", async () => {
    const pool = server.pool()
    await migrate(pool, { schema: "changed" })
    await pool.query("update changed.migrations set checksum = 'other'")
    await expect(migrate(pool, { schema: "changed" })).rejects.toThrow("0001_initial.sql")
  })

  it("takes plain names only", async () => {
    await expect(migrate(server.pool(), { schema: 'x"; drop schema public; --' })).rejects.toThrow("no schema name")
  })

  it("missing tables make the store unavailable, and its cause names the call to make", async () => {
    const { cause } = await failure({ pool: server.pool(), schema: "nowhere" })
    expect(String(cause)).toContain('migrate(pool, { schema: "nowhere" })')
  })
})
