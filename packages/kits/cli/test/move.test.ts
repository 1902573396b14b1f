import { type Change, collections, type Declaration, type EnvironmentKey, type Json, Store } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { runCommand } from "@countersign/harness/told"
import { environmentOf, type PoolClient, postgres } from "@countersign/postgres"
import { Effect } from "effect"
import type pg from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import { EXIT } from "../src/index.ts"
import { copy, type Move, open } from "../src/move/move.ts"

const known = (name: string): Declaration => {
  const found = collections.find((each) => each.name === name)
  if (found === undefined) throw new Error(`no collection is named ${name}`)
  return found
}
const [customers, mails] = [known("customers"), known("code_mails")]

const servers = { one: testDatabase(), two: testDatabase() }
type Name = keyof typeof servers
let pools: Record<Name, pg.Pool>
let stores: Record<Name, Store["Service"]>
const storeOn = (pool: pg.Pool) =>
  Effect.runPromise(Effect.provide(Store, postgres({ pool, timeout: 300_000, recentRows: 0 })))
beforeAll(async () => {
  pools = { one: servers.one.pool(), two: servers.two.pool() }
  stores = { one: await storeOn(pools.one), two: await storeOn(pools.two) }
})

let platforms = 0
/** A platform of each test. The other one stays where it is. */
const fresh = (): string => {
  platforms += 1
  return `acme${platforms}`
}
const OTHER: EnvironmentKey = "production/other"

const uuid = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const person = (environment: EnvironmentKey, n: number, body: Json = { reference: `person ${n}` }): Change => ({
  ...{ op: "insert", collection: customers, environment, id: `Customer:${uuid(n)}`, body, at: n }
})
const mail = (environment: EnvironmentKey, n: number, dueAt: number | null = 1): Change => ({
  ...{ op: "insert", collection: mails, environment, id: `mail ${n}`, body: { dueAt, expiresAt: 8e15 }, at: n }
})
const removal = (change: Change, version = 1): Change => ({
  ...{ op: "remove", collection: change.collection, environment: change.environment, id: change.id, version }
})
const replacement = (change: Change, version: number, body: Json): Change => ({
  ...{
    op: "replace",
    collection: change.collection,
    environment: change.environment,
    id: change.id,
    version,
    body,
    at: 9
  }
})

const outcome = (at: Name, ...changes: ReadonlyArray<Change>): Promise<string> =>
  Effect.runPromise(
    Effect.match(stores[at].commit(changes, []), { onFailure: ({ _tag }) => _tag, onSuccess: () => "written" })
  )
const write = async (at: Name, ...changes: ReadonlyArray<Change>) =>
  expect(await outcome(at, ...changes)).toBe("written")
const found = async (at: Name, { collection, environment, id }: Change) =>
  (await Effect.runPromise(stores[at].load([{ collection, environment, by: "id", id }])))[0]?.[0]
const claimed = async (at: Name, platform: string): Promise<ReadonlyArray<string>> => {
  const rows = await Effect.runPromise(stores[at].claimDue(mails, Date.now(), 60_000, 1000))
  return rows.flatMap(({ environment, id }) => (environment.endsWith(`/${platform}`) ? [`${environment} ${id}`] : []))
}
/** Every row of the platform, without leases. */
const rowsOf = async (at: Name, platform: string) => {
  const ids = ([`production/${platform}`, `sandbox/${platform}`] as const).map(environmentOf)
  const all = collections.map(
    ({ due, name }) =>
      `select '${name}' || (to_jsonb(r)${due === undefined ? "" : " - 'leased_until'"})::text as row from countersign.${name} r where environment = any ($1)`
  )
  const { rows } = await pools[at].query(`${all.join(" union all ")} order by 1`, [ids])
  return rows.map(({ row }) => String(row))
}

const command = (platform: string, more = "", [from, to]: readonly [Name, Name] = ["one", "two"]) =>
  runCommand(
    `move --json --platform ${platform} --from ${servers[from].url()} --to ${servers[to].url()} ${more}`
      .trim()
      .split(" ")
  )
const moves = async (platform: string, route: readonly [Name, Name] = ["one", "two"]) => {
  expect(await command(platform, "", route)).toMatchObject({ code: EXIT.pending, err: "" })
  expect(await command(platform, "--open", route)).toMatchObject({ code: EXIT.done, err: "" })
}

describe("countersign move", () => {
  it("moves all records of a platform in both modes, and nothing of another", async () => {
    const platform = fresh()
    const [live, test] = [`production/${platform}`, `sandbox/${platform}`] as const
    const odd = { reference: 'quotes " \\ and \u{1f980}, \u0000 too', note: "x".repeat(20_000) }
    const all = [...[1, 2, 3].map((n) => person(live, n)), person(live, 4, odd), mail(live, 1), mail(live, 2, null)]
    await write("one", ...all)
    await write("one", person(test, 1), { ...mail(test, 1), id: "\u0000 odd" })
    await write("one", person(OTHER, 1), mail(OTHER, 1))
    await write("two", person("production/elsewhere", 1))
    const before = await rowsOf("one", platform)
    expect(before).toHaveLength(8)

    const copied = await command(platform)
    expect([copied.code, JSON.parse(copied.out)]).toEqual([EXIT.pending, { state: "copied", written: 8, removed: 0 }])
    expect(await rowsOf("two", platform)).toEqual(before)
    const opened = await command(platform, "--open")
    expect([opened.code, JSON.parse(opened.out)]).toEqual([EXIT.done, { state: "open", removed: 8 }])
    expect(await rowsOf("two", platform)).toEqual(before)
    expect(await rowsOf("one", platform)).toEqual([])
    expect((await found("two", person(live, 4)))?.body).toEqual(odd)
    expect(await rowsOf("one", "other")).toHaveLength(2)
    expect(await rowsOf("two", "elsewhere")).toHaveLength(1)
    const { rows } = await pools.two.query("select name from countersign.environments where id = any ($1)", [
      [environmentOf(live), environmentOf(test)]
    ])
    expect(rows.map(({ name }) => name).toSorted()).toEqual([live, test])
    // Repeated, each step has nothing to do.
    expect(JSON.parse((await command(platform, "--open")).out)).toEqual({ state: "open", removed: 0 })
  })

  it("no call of the platform writes between the copy and the opening, wherever it is routed, and others do", async () => {
    const platform = fresh()
    const live = `production/${platform}` as const
    const [one, due] = [person(live, 1), mail(live, 1)]
    await write("one", one, due)
    await command(platform)
    for (const at of ["one", "two"] as const) {
      expect((await found(at, one))?.version).toBe(1)
      expect(await outcome(at, person(live, 2))).toBe("StoreUnavailable")
      expect(await outcome(at, removal(one))).toBe("StoreUnavailable")
      expect(await outcome(at, replacement(one, 1, {}))).toBe("StoreUnavailable")
      expect(await claimed(at, platform)).toEqual([])
      await write(at, person(OTHER, platforms * 100), mail(OTHER, platforms * 100))
    }
    // In one statement with commits of others.
    const together = await Promise.all(
      [2, 3, 4].flatMap((n) => [outcome("one", person(live, n)), outcome("one", person(OTHER, platforms * 100 + n))])
    )
    expect(together).toEqual([
      "StoreUnavailable",
      "written",
      "StoreUnavailable",
      "written",
      "StoreUnavailable",
      "written"
    ])
    await command(platform, "--open")
    expect(await outcome("one", person(live, 2))).toBe("StoreUnavailable")
    await write("two", person(live, 2))
    expect(await claimed("two", platform)).toEqual([`${live} mail 1`])
  })

  it("waits for work that a worker has, so that nothing is sent twice", async () => {
    const platform = fresh()
    const live = `production/${platform}` as const
    await write("one", mail(live, 1), mail(live, 2))
    expect(await claimed("one", platform)).toHaveLength(2)
    let isCopied = false
    const copying = command(platform).finally(() => {
      isCopied = true
    })
    // New work is refused first, and the work in progress may still be recorded.
    let next = 10
    await expect
      .poll(() => {
        next += 1
        return outcome("one", mail(live, next, null))
      })
      .toBe("StoreUnavailable")
    expect(isCopied).toBe(false)
    await write("one", removal(mail(live, 1), 2))
    await write("one", replacement(mail(live, 2), 2, { dueAt: 5 }))
    expect(await copying).toMatchObject({ code: EXIT.pending })
    await command(platform, "--open")
    expect(await claimed("two", platform)).toEqual([`${live} mail 2`])
  })

  it("waits for a worker whose lease has just ended, because what it sent may not be recorded yet", async () => {
    const platform = fresh()
    const live = `production/${platform}` as const
    await write("one", mail(live, 1))
    await claimed("one", platform)
    const ends = "update countersign.code_mails set leased_until = floor(extract(epoch from clock_timestamp()) * 1000)"
    await pools.one.query(`${ends} where environment = $1`, [environmentOf(live)])
    const copying = command(platform)
    await expect.poll(() => outcome("one", mail(live, 2, null))).toBe("StoreUnavailable")
    await write("one", removal(mail(live, 1), 2))
    expect(await copying).toMatchObject({ code: EXIT.pending })
    await command(platform, "--open")
    expect(await claimed("two", platform)).toEqual([])
  })

  it("waits for a write in progress, so that no acknowledged one stays behind", async () => {
    const platform = fresh()
    const live = `production/${platform}` as const
    await write("one", person(live, 1), mail(live, 1))
    await claimed("one", platform)
    const copying = command(platform)
    await expect.poll(() => outcome("one", mail(live, 2, null))).toBe("StoreUnavailable")
    const writer = await pools.one.connect()
    await writer.query("begin")
    // The work that the move waits for ends in the same transaction: another one would queue behind the move.
    for (const text of ["update countersign.customers set updated_at = 77", "delete from countersign.code_mails"]) {
      await writer.query(`${text} where environment = $1`, [environmentOf(live)])
    }
    const waiting =
      "select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted and database = (select oid from pg_database where datname = current_database())"
    await expect.poll(async () => (await pools.one.query(waiting)).rows.length).toBe(1)
    await writer.query("commit")
    writer.release()
    expect(await copying).toMatchObject({ code: EXIT.pending })
    expect((await found("two", person(live, 1)))?.updatedAt).toBe(77)
  })

  it("moves back, and again", async () => {
    const platform = fresh()
    const live = `production/${platform}` as const
    await write("one", person(live, 1))
    await moves(platform)
    await write("two", person(live, 2))
    await moves(platform, ["two", "one"])
    expect(await outcome("two", person(live, 3))).toBe("StoreUnavailable")
    await write("one", person(live, 3))
    await moves(platform)
    expect(await rowsOf("two", platform)).toHaveLength(3)
    expect(await rowsOf("one", platform)).toEqual([])
  })

  it("can be cancelled until it is opened, and started again", async () => {
    const platform = fresh()
    const live = `production/${platform}` as const
    await write("one", person(live, 1), mail(live, 1))
    await command(platform)
    expect(await command(platform, "--cancel")).toMatchObject({ code: EXIT.done })
    expect(await rowsOf("two", platform)).toEqual([])
    await write("one", person(live, 2))
    expect(await outcome("two", person(live, 2))).toBe("StoreUnavailable")
    expect(await claimed("one", platform)).toEqual([`${live} mail 1`])
    await write("one", removal(mail(live, 1), 2))
    await moves(platform)
    expect(await rowsOf("two", platform)).toHaveLength(2)
    expect(await command(platform, "--cancel")).toMatchObject({ code: EXIT.failed })
    expect(await rowsOf("two", platform)).toHaveLength(2)
    // Nor is it accepted where it was.
    expect(await outcome("one", person(live, 3))).toBe("StoreUnavailable")
  })

  it("refuses what would lose records: exchanged databases, a target with records, an early opening", async () => {
    const platform = fresh()
    const live = `production/${platform}` as const
    await write("one", person(live, 1))
    expect((await command(platform, "--open")).err).toMatch(/is not copied yet/u)
    expect((await command(platform, "", ["one", "one"])).err).toMatch(/the same database/u)
    await command(platform)
    for (const more of ["", "--open", "--cancel"]) {
      expect([more, await command(platform, more, ["two", "one"])]).toMatchObject([more, { code: EXIT.failed }])
    }
    await command(platform, "--open")
    expect((await command(platform)).err).toMatch(/was opened in the database of --to/u)
    const both = fresh()
    await write("one", person(`production/${both}`, 1))
    await write("two", person(`production/${both}`, 2))
    expect((await command(both)).err).toMatch(/has records of this platform/u)
    expect(await rowsOf("two", both)).toHaveLength(1)
    await write("two", person(`production/${both}`, 3))
  })

  it("two callers: one moves, and the other is told", async () => {
    const platform = fresh()
    await write("one", ...Array.from({ length: 200 }, (_, n) => person(`production/${platform}`, n)))
    const both = await Promise.all([command(platform), command(platform)])
    expect(both.map(({ code }) => code).toSorted()).toContain(EXIT.pending)
    for (const { code, err } of both)
      if (code !== EXIT.pending) expect(err).toMatch(/Another command moves this platform/u)
    expect(await rowsOf("two", platform)).toHaveLength(200)
  })
})

/** A connection that is lost after this many statements of both, as by a kill of the command. */
const limited = async (pool: pg.Pool, budget: { left: number }): Promise<PoolClient> => {
  const client = await pool.connect()
  let isOpen = true
  const end = (): void => {
    if (isOpen) client.release(true)
    isOpen = false
  }
  return {
    query: async (query, values) => {
      budget.left -= 1
      if (budget.left >= 0) return typeof query === "string" ? client.query(query, values) : client.query(query)
      end()
      throw new Error("killed")
    },
    release: end,
    on: (event, listener) => client.on(event, listener),
    removeListener: (event, listener) => client.removeListener(event, listener)
  }
}

/** A step of a move that ends after this many statements, unless it has no more. Returns how it ended. */
const killedAfter = async (
  platform: string,
  budget: number,
  step: (move: Move) => Promise<unknown>
): Promise<string> => {
  const shared = { left: budget }
  const clients = [await limited(pools.one, shared), await limited(pools.two, shared)] as const
  const [from, to] = clients.map((client) => ({
    client,
    schema: '"countersign"',
    environments: [environmentOf(`production/${platform}`), environmentOf(`sandbox/${platform}`)] as const
  }))
  if (from === undefined || to === undefined) throw new Error("a move has two sides")
  try {
    await step({ platform, from, to, report: () => {} })
    return "done"
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    for (const client of clients) client.release()
  }
}

describe("a move that is killed after every few statements", () => {
  it("is continued, and no acknowledged write is lost, doubled, or accepted by both databases", async () => {
    const platform = fresh()
    const live = `production/${platform}` as const
    const accepted = new Set<number>()
    let next = 0
    /** The databases that accept a new record now. */
    const accepting = async (): Promise<ReadonlyArray<Name>> => {
      const by: Array<Name> = []
      for (const at of ["one", "two"] as const) {
        next += 1
        if ((await outcome(at, person(live, next))) !== "written") continue
        accepted.add(next)
        by.push(at)
      }
      return by
    }
    await write("one", ...Array.from({ length: 50 }, (_, n) => person(live, 1000 + n)), mail(live, 1))
    const killed = async (step: (move: Move) => Promise<unknown>, every: number): Promise<ReadonlyArray<string>> => {
      const seen: Array<string> = []
      for (let budget = 3; ; budget += every) {
        const ended = await killedAfter(platform, budget, step)
        seen.push((await accepting()).join())
        if (ended === "done") return seen
        // The server may not have noticed yet that the last connection is gone.
        expect(ended).toMatch(/killed|Another command/u)
      }
    }
    // From here on, the new database accepts nothing.
    expect(await killedAfter(platform, 300, copy)).toBe("killed")
    const copying = await killed(copy, 17)
    // It is accepted by the old database, then by none.
    expect(copying.join(" ").trim()).toMatch(/^one(?: one)* *$/u)
    expect(copying.at(-1)).toBe("")
    expect(copying.length).toBeGreaterThan(5)
    const opening = await killed(open, 17)
    expect(opening.join(" ").trim()).toMatch(/^two(?: two)* *$/u)
    const { rows } = await pools.two.query("select id::text from countersign.customers where environment = $1", [
      environmentOf(live)
    ])
    expect(
      rows
        .map(({ id }) => Number(id.slice(24)))
        .filter((n) => n < 1000)
        .toSorted((a, b) => a - b)
    ).toEqual([...accepted])
    expect(rows).toHaveLength(50 + accepted.size)
    expect(await rowsOf("one", platform)).toEqual([])
    expect(await claimed("two", platform)).toEqual([`${live} mail 1`])
  })

  it("is cancelled after a kill", async () => {
    const platform = fresh()
    const live = `production/${platform}` as const
    await write("one", person(live, 1), mail(live, 1))
    expect(await killedAfter(platform, 250, copy)).toBe("killed")
    await expect.poll(() => command(platform, "--cancel")).toMatchObject({ code: EXIT.done })
    await write("one", person(live, 2))
    expect(await rowsOf("two", platform)).toEqual([])
  })
})
