import { type Change, collections, type Declaration, type Json, type Query, type Ref } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { Effect } from "effect"
import type pg from "pg"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { tableOf, tablesIn, toPosition } from "../src/table.ts"
import { devices, opened, things, withThings } from "./things.ts"

const server = withThings(testDatabase({ isEmpty: true }))
let pool: pg.Pool
beforeAll(() => {
  pool = server.pool()
})
beforeEach(() => pool.query("truncate countersign.things, countersign.devices"))

const environment = "sandbox/acme" as const
const at = { collection: devices, environment }
const uuid = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const device = (n: number): string => `Device:${uuid(n)}`
const account = (n: number): string => `Account:${uuid(n)}`
const insert = (id: string, body: Json = {}, created = 0): Change => ({ ...at, op: "insert", id, body, at: created })
const replace = (id: string, version: number, body: Json = {}): Change => ({
  ...at,
  op: "replace",
  id,
  version,
  body,
  at: 0
})

/** Ids without the form that the declaration names. */
const FOREIGN = [
  ...[
    `Device:${"0".repeat(1000)}`,
    "",
    "x",
    "Device",
    "Device:",
    uuid(1),
    `device:${uuid(1)}`,
    `Thing:${uuid(1)}`,
    `Device:${uuid(1)}0`
  ],
  ...[`Device:${uuid(1).replaceAll("-", "")}`, `Device:${uuid(1).slice(0, -1)}`, ` Device:${uuid(1)}`],
  ...[`Device:{${uuid(1)}}`, "Device:0000000A-0000-7000-8000-00000000000A", `Device:${uuid(1).slice(0, -1)}\0`]
]

describe("the columns of a table", () => {
  const columnsOf = async (name: string) => {
    const { rows } = await pool.query(
      `select column_name || ' ' || data_type || case when is_nullable = 'NO' then ' required' else '' end as column
        from information_schema.columns where table_schema = 'countersign' and table_name = $1 order by ordinal_position`,
      [name]
    )
    return rows.map(({ column }) => column)
  }
  const always = ["version bigint required", "created_at bigint required", "updated_at bigint required"]

  it("are the id, the times, a field of each key and index, and the body", async () => {
    expect(await columnsOf("things")).toEqual([
      ...["environment uuid required", "id text required", ...always],
      ...["expires_at bigint", "due_at bigint", "leased_until bigint", "name text", "owner text"],
      "body text required"
    ])
    expect(await columnsOf("devices")).toEqual([
      ...["environment uuid required", "id uuid required", ...always],
      ...[
        "expires_at bigint",
        "due_at bigint",
        "leased_until bigint",
        "twin_id uuid",
        "account_id uuid",
        "serial text"
      ],
      "body text required"
    ])
  })

  it("have each field of a declaration once, with a native unique key or index for each of the declaration", async () => {
    const { rows } = await pool.query(
      `select indexname as name, replace(indexdef, 'countersign.', '') as text from pg_indexes
        where schemaname = 'countersign' and tablename = 'devices' order by indexname`
    )
    const index = (name: string, columns: string, where = "") =>
      `CREATE INDEX ${name} ON devices USING btree (${columns})${where === "" ? "" : ` WHERE (${where} IS NOT NULL)`}`
    const unique = (name: string, columns: string) => `CREATE UNIQUE INDEX ${name} ON devices USING btree (${columns})`
    expect(rows.map(({ text }) => text)).toEqual([
      index("devices_account", "environment, account_id, created_at, id", "account_id"),
      index("devices_all", "environment, created_at, id"),
      index("devices_due", "environment, due_at, id", "due_at"),
      index("devices_expiry", "expires_at", "expires_at"),
      unique("devices_pkey", "environment, id"),
      unique("devices_serial_key", "environment, account_id, serial"),
      unique("devices_twin_key", "environment, twin_id")
    ])
  })

  it("have the name of their field, and never that of a column that each table has", () => {
    const fields = ["accountId", "_tag", "status", "id", "version", "body", "createdAt", "dueAt", "environment"]
    const declaration: Declaration = { name: "t", unique: {}, indexes: { one: fields } }
    const columns = [...tableOf('"s"', declaration).fields].map(([field, { name }]) => `${field} ${name}`)
    expect(columns).toEqual([
      ...['accountId "account_id"', '_tag "tag"', 'status "status"', 'id "id_"', 'version "version_"', 'body "body_"'],
      ...['createdAt "created_at_"', 'dueAt "due_at_"', 'environment "environment_"']
    ])
  })

  it.each([
    ["tag", "_tag"],
    ["accountId", "account_id"],
    ["id_", "id"]
  ])("two fields with the same column are refused: %s and %s", (one, other) => {
    const says = "postgres: two fields of t have the same column"
    expect(() => tableOf('"s"', { name: "t", unique: { one: [one] }, indexes: { other: [other] } })).toThrow(says)
    expect(() => tablesIn('"s"')({ name: "t", unique: {}, indexes: { both: [one, other] } })).toThrow(says)
  })

  it("exist for each collection of core", () => {
    for (const collection of collections) expect(() => tableOf('"s"', collection)).not.toThrow()
  })
})

describe("an id that is a UUID behind a prefix", () => {
  const loaded = async (...refs: ReadonlyArray<Ref>) => {
    const { store } = await opened({ pool })
    return (await Effect.runPromise(store.load(refs))).map((rows) => rows.map(({ id }) => id))
  }

  it("is stored as 16 bytes and reads back as it was written, in its row and in the bodies", async () => {
    const { outcome, store } = await opened({ pool })
    const body = { accountId: account(1), twinId: device(2), serial: "s" }
    expect(await outcome([insert(device(1), body, 7)])).toBe("written")
    const { rows } = await pool.query("select id, account_id, twin_id, serial, body from countersign.devices")
    expect(rows).toEqual([
      { id: uuid(1), account_id: uuid(1), twin_id: uuid(2), serial: "s", body: JSON.stringify(body) }
    ])
    const refs: ReadonlyArray<Ref> = [
      { ...at, by: "id", id: device(1) },
      { ...at, by: "unique", key: "twin", values: [device(2)] },
      { ...at, by: "unique", key: "serial", values: [account(1), "s"] },
      { ...at, by: "index", index: "account", values: [account(1)], limit: 9 },
      { ...at, by: "index", index: "account", values: [{ ...at, id: device(1), field: "accountId" }], limit: 9 }
    ]
    for (const found of await Effect.runPromise(store.load(refs))) {
      expect(found).toEqual([{ environment, id: device(1), version: 1, createdAt: 7, updatedAt: 7, body }])
    }
  })

  it.each(FOREIGN)("of another form finds nothing, whatever asks for it: %j", async (id) => {
    const { outcome, store } = await opened({ pool })
    await outcome([insert(device(1), { accountId: account(1), twinId: device(1), serial: "s", dueAt: 0 })])
    const found = await loaded(
      { ...at, by: "id", id },
      { ...at, by: "unique", key: "twin", values: [id] },
      { ...at, by: "unique", key: "serial", values: [id, "s"] },
      { ...at, by: "index", index: "account", values: [id], limit: 9 },
      { ...at, by: "index", index: "account", values: [{ ...at, id, field: "accountId" }], limit: 9 }
    )
    expect(found).toEqual([[], [], [], [], []])
    const page: Query = { ...at, index: { name: "account", values: [id] }, limit: 9 }
    expect(await Effect.runPromise(store.find(page))).toEqual([])
    const only = { environment, ids: [id], dueBy: 9 }
    expect(await Effect.runPromise(store.claimDue(devices, 9, 9, 9, only))).toEqual([])
  })

  it.each(FOREIGN)("of another form cannot be written, and is at no version: %j", async (id) => {
    const { outcome } = await opened({ pool })
    await outcome([insert(device(9))])
    const isNone = `postgres: ${JSON.stringify(id)} is not an id of devices`
    await expect(outcome([insert(id)])).rejects.toThrow(isNone)
    await expect(outcome([replace(id, 1)])).rejects.toThrow(isNone)
    await expect(outcome([insert(device(8), { accountId: id })])).rejects.toThrow(
      "postgres: accountId of devices is not an id of the form Account:<uuid>"
    )
    await expect(outcome([insert(device(8), { twinId: id })])).rejects.toThrow(
      "postgres: twinId of devices is not an id of the form Device:<uuid>"
    )
    // Other callers of the batch are served.
    const [refused, served] = await Promise.allSettled([outcome([insert(id)]), outcome([insert(device(7))])])
    expect([refused?.status, served]).toEqual(["rejected", { status: "fulfilled", value: "written" }])
    expect(await outcome([{ ...at, op: "remove", id, version: 1 }])).toBe("version")
    expect(await outcome([insert(device(6))], [{ ...at, guard: "version", id, version: 1 }])).toBe("version")
    const { rows } = await pool.query("select id from countersign.devices order by id")
    expect(rows.map(({ id }) => id)).toEqual([7, 9].map(uuid))
  })

  it("follows a reference into the column of the other id, or into the body", async () => {
    const { outcome } = await opened({ pool })
    const source = (body: Json): Change => ({
      ...{ collection: things, environment, op: "insert", id: JSON.stringify(body), at: 0 },
      body
    })
    const bodies: ReadonlyArray<Json> = [
      { owner: account(1) },
      { account: account(1) },
      { account: account(2) },
      { account: `Account:${uuid(1).toUpperCase().replace("0", "A")}` },
      { account: "Account:x" },
      { account: [account(1)] },
      {},
      // What PostgreSQL cannot read stands beside what it reads.
      { account: account(1), other: "\0 \ud800 \\u0000" },
      { account: `${account(1)}\0` }
    ]
    await outcome(bodies.map(source))
    await outcome([insert(device(1), { accountId: account(1) })])
    const follow = (field: string, body: Json | undefined): Ref => ({
      ...{ ...at, by: "index", index: "account", limit: 9 },
      values: [{ collection: things, id: JSON.stringify(body), field }]
    })
    expect(await loaded(follow("owner", bodies[0]))).toEqual([[device(1)]])
    expect(await loaded(...bodies.map((body) => follow("account", body)))).toEqual([
      [],
      [device(1)],
      ...[[], [], [], [], []],
      [device(1)],
      []
    ])
    // A body whose text has what the text of no column has.
    const named = (body: Json): Ref => ({
      ...{ collection: things, environment, by: "index", index: "owner", limit: 9 },
      values: [{ collection: things, id: JSON.stringify(body), field: "account" }]
    })
    expect(await loaded(...bodies.map(named))).toEqual(
      bodies.map((_, nth) => ([1, 7].includes(nth) ? [JSON.stringify(bodies[0])] : []))
    )
    // And from an id to a text.
    await outcome([{ ...at, collection: things, op: "insert", id: "owned", body: { owner: account(1) }, at: 0 }])
    const owned: Ref = {
      ...{ collection: things, environment, by: "index", index: "owner", limit: 9 },
      values: [{ collection: devices, id: device(1), field: "accountId" }]
    }
    expect(await loaded(owned)).toEqual([[JSON.stringify(bodies[0]), "owned"]])
  })
})

describe("the order of ids", () => {
  /** In the order of their texts, which is that of their bytes. */
  const ids = ["00", "09", "0a", "7f", "80", "a0", "ff"].map((first) => `Device:${first}${uuid(1).slice(2)}`)
  const pages = async (order: "newest" | "oldest", limit: number) => {
    const { store } = await opened({ pool })
    const seen: Array<string> = []
    const query: Query = { ...at, index: { name: "all", values: [] }, limit }
    let after: Query["after"]
    while (true) {
      const rows = await Effect.runPromise(
        store.find({
          ...query,
          ...(order === "oldest" ? { order } : {}),
          ...(after === undefined ? {} : { after })
        })
      )
      const last = rows.at(-1)
      if (last === undefined) return seen
      seen.push(...rows.map(({ id }) => id))
      after = last
    }
  }

  it.each([1, 2, 3, 9])("is that of their texts, in pages of %i, newest and oldest first", async (limit) => {
    const { outcome } = await opened({ pool })
    await outcome(ids.toReversed().map((id) => insert(id, {}, 5)))
    expect(await pages("oldest", limit)).toEqual(ids)
    expect(await pages("newest", limit)).toEqual(ids.toReversed())
  })

  it("has a place for the cursor of another form, so that no page starts again", async () => {
    const { outcome, store } = await opened({ pool })
    await outcome(ids.map((id) => insert(id, {}, 5)))
    const after = async (id: string, createdAt = 5) => {
      const query: Query = { ...at, index: { name: "all", values: [] }, limit: 99, after: { createdAt, id } }
      const [newest, oldest] = await Promise.all([
        Effect.runPromise(store.find(query)),
        Effect.runPromise(store.find({ ...query, order: "oldest" }))
      ])
      return [newest.length, oldest.length]
    }
    // Before and after all ids of the prefix.
    expect(await after("")).toEqual([0, 7])
    expect(await after(account(1))).toEqual([0, 7])
    expect(await after("Device:~")).toEqual([7, 0])
    expect(await after("Thing:1")).toEqual([7, 0])
    expect(await after("x", 4)).toEqual([0, 7])
    expect(await after("x", 6)).toEqual([7, 0])
    // That of a removed record, or of none.
    expect(await after("Device:79000000-0000-7000-8000-000000000000")).toEqual([3, 4])
  })

  it("has a place for each malformed cursor, before or after all ids, and in the order of the texts of other prefixes", async () => {
    const { id } = tableOf('"s"', devices)
    const [first, last] = [toPosition(id, ""), toPosition(id, "~")]
    for (const text of FOREIGN) expect([first, last]).toContain(toPosition(id, text))
    const texts = ["", "A", account(1), "Devic", "Device", device(1), ids.at(-1) ?? "", "Devices:1", "Z", "x"]
    const places = texts.map((text) => toPosition(id, text) ?? "")
    expect([texts.toSorted(), places.toSorted()]).toEqual([texts, places])
  })
})

describe("a long text", () => {
  const texts = [500, 501, 5000].map((length) => "x".repeat(length))

  it("is found by itself and by nothing else, in keys and indexes", async () => {
    const { outcome, store } = await opened({ pool })
    const here = { collection: things, environment }
    for (const text of texts) {
      const body = { name: text, owner: text }
      expect(await outcome([{ ...here, op: "insert", id: text, body, at: 0 }])).toBe("written")
      expect(await outcome([{ ...here, op: "insert", id: "other", body: { name: text }, at: 0 }])).toBe("taken")
    }
    const { rows: stored } = await pool.query("select name, owner from countersign.things where length(id) > 500")
    const found = async (value: string) => {
      const [byName, byOwner] = await Effect.runPromise(
        store.load([
          { ...here, by: "unique", key: "name", values: [value] },
          { ...here, by: "index", index: "owner", values: [value], limit: 9 }
        ])
      )
      const page = await Effect.runPromise(store.find({ ...here, index: { name: "owner", values: [value] }, limit: 9 }))
      return [byName, byOwner, page].map((rows) => rows?.map(({ id }) => id.length))
    }
    for (const { length } of texts) expect(await found("x".repeat(length))).toEqual([[length], [length], [length]])
    // Neither another long text nor the text that is stored for it finds the record.
    for (const value of [
      `${texts[1]}x`,
      `y${texts[1]?.slice(1)}`,
      ...stored.flatMap(({ name, owner }) => [name, owner])
    ]) {
      expect(await found(value)).toEqual([[], [], []])
    }
  })

  it("has a digest of 66 characters in its columns, and its whole in the body", async () => {
    const { outcome } = await opened({ pool })
    const text = "\ud83d\ude00".repeat(300)
    await outcome([{ collection: things, environment, op: "insert", id: "a", body: { name: text, owner: "o" }, at: 0 }])
    const { rows } = await pool.query("select length(name) as length, owner, body from countersign.things")
    expect(rows).toEqual([{ length: 66, owner: "o", body: JSON.stringify({ name: text, owner: "o" }) }])
  })

  it("cannot be taken for the digest of one, nor for JSON behind the mark", async () => {
    const { outcome, rows, store } = await opened({ pool })
    const here = { collection: things, environment }
    const long = "x".repeat(501)
    await outcome([{ ...here, op: "insert", id: "long", body: { name: long }, at: 0 }])
    const { rows: stored } = await pool.query("select name from countersign.things")
    const odd = [String(stored[0].name), "\u0001", '\u0001"x"', "a\0b", "\ud800"]
    for (const text of odd) {
      expect(await outcome([{ ...here, op: "insert", id: text, body: { name: text }, at: 0 }])).toBe("written")
      expect((await rows(text)).map(({ id }) => id)).toEqual([text])
      const [byName] = await Effect.runPromise(store.load([{ ...here, by: "unique", key: "name", values: [text] }]))
      expect(byName?.map(({ id }) => id)).toEqual([text])
    }
  })
})
