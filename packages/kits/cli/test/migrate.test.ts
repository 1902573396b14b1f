import { spawn } from "node:child_process"
import { once } from "node:events"
import { testDatabase } from "@countersign/harness/postgres"
import { runCommand as words } from "@countersign/harness/told"
import { describe, expect, it } from "vitest"

const server = testDatabase({ isEmpty: true })

const reported = (line: string, env: Record<string, string> = {}) => words(line.split(" "), env)

describe("countersign migrate", () => {
  it("plans, migrates, reports its status, and then has nothing to do", async () => {
    const env = { DATABASE_URL: server.url() }
    expect(await reported("migrate status", env)).toEqual({ code: 3, out: "missing  0002_tables.sql\n", err: "" })
    expect(await reported("migrate plan", env)).toEqual({ code: 0, out: "would run 0002_tables.sql\n", err: "" })
    expect(await reported("migrate up", env)).toEqual({ code: 0, out: "ran 0002_tables.sql\n", err: "" })
    expect(await reported("migrate up", env)).toEqual({ code: 0, out: "Nothing to do.\n", err: "" })
    expect(await reported("migrate plan", env)).toEqual({ code: 0, out: "Nothing to do.\n", err: "" })
    expect(await reported("migrate status", env)).toEqual({ code: 0, out: "applied  0002_tables.sql\n", err: "" })
  })

  it("writes one line of JSON when requested, also for another schema and an address in an option", async () => {
    const at = `--json --schema other --database-url ${server.url()}`
    expect(JSON.parse((await reported(`migrate plan ${at}`)).out)).toEqual({ missing: ["0002_tables.sql"] })
    expect(JSON.parse((await reported(`migrate up ${at}`)).out)).toEqual({ ran: ["0002_tables.sql"] })
    const { code, out } = await reported(`migrate status ${at}`)
    expect([code, out.trim().split("\n").length]).toEqual([0, 1])
    expect(JSON.parse(out)).toMatchObject({ isDone: true, migrations: [{ state: "applied" }] })
  })

  it("D8: eight at once all succeed, and exactly one migrates", async () => {
    const line = `migrate up --json --schema crowd --database-url ${server.url()}`
    const all = await Promise.all(Array.from({ length: 8 }, () => reported(line)))
    expect(all.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 0))
    expect(all.flatMap(({ out }) => JSON.parse(out).ran)).toEqual(["0002_tables.sql"])
  })

  it("rejects a database that was migrated with another file", async () => {
    const env = { DATABASE_URL: server.url() }
    await reported("migrate up --schema changed", env)
    await server.pool().query("update changed.migrations set checksum = 'other'")
    expect((await reported("migrate status --schema changed", env)).code).toBe(3)
    for (const what of ["plan", "up"]) {
      const { code, err } = await reported(`migrate ${what} --schema changed`, env)
      expect([code, err]).toEqual([1, expect.stringMatching(/0002_tables\.sql (?:is not|differs from) the file/u)])
    }
  })

  it("prints plain SQL without a database", async () => {
    const { code, out } = await reported("migrate sql --schema mine")
    expect(code).toBe(0)
    expect(out).toContain('create table "mine"."sessions"')
    expect(JSON.parse((await reported("migrate sql --json --schema mine")).out).sql).toBe(out)
  })

  it("reports a remedy when the database is not configured or not reachable, without the password", async () => {
    expect(await reported("migrate up")).toMatchObject({ code: 1, err: expect.stringContaining("DATABASE_URL=") })
    expect(await reported("migrate up --database-url nonsense")).toMatchObject({
      code: 1,
      err: expect.stringContaining("postgres://user:password@host:5432/database")
    })
    const unknown = await reported("migrate up --database-url postgres://u:s3cret@127.0.0.1:1/x")
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("ECONNREFUSED")])
    const wrong = await reported(`migrate up --database-url ${server.url().replace(":postgres@", ":s3cret@")}`)
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("password authentication failed")])
    expect(unknown.err + wrong.err).not.toContain("s3cret")
    expect(await reported('migrate up --schema x";drop')).toMatchObject({ code: 1 })
  })

  it("reports a malformed database address without repeating it", async () => {
    const { code, err } = await reported("migrate up --database-url postgres://u:s3cret#1@127.0.0.1/x")
    expect([code, err]).toEqual([1, expect.stringContaining("The database URL is invalid")])
    expect(err).not.toContain("s3cret")
  })

  it("exits silently when its reader closes the pipe", async () => {
    // Uses the build output, because a separate process cannot run the sources.
    const built = new URL("../dist/main.js", import.meta.url).pathname
    const child = spawn(process.execPath, [built, "migrate", "sql"], { stdio: ["ignore", "pipe", "pipe"] })
    child.stdout.destroy()
    let err = ""
    child.stderr.on("data", (chunk) => {
      err += String(chunk)
    })
    const [code] = await once(child, "close")
    expect([code, err]).toEqual([0, ""])
  })

  it("distinguishes an invalid command line from a failure", async () => {
    expect((await reported("migrate sideways")).code).toBe(2)
    expect((await reported("migrate up --nonsense")).code).toBe(2)
    expect((await reported("bogus")).code).toBe(2)
    expect(await reported("migrate --help")).toMatchObject({ code: 0, out: expect.stringContaining("plan") })
  })
})
