import { hash } from "node:crypto"
import { type Change, Collection, type Declaration, type Json } from "@countersign/core"
import type pg from "pg"

/** The statements of a node of the version before. */
export const oldStore = (pool: Pick<pg.Pool, "query">, schema: string) => ({
  /** Commits the changes together. Returns false if one of them conflicts. */
  commit: async (...changes: ReadonlyArray<Change>): Promise<boolean> => {
    const items = changes.length
    const claims: Array<readonly [address: string, item: number, id: string]> = []
    const places: Array<string> = []
    const records = changes
      .map((change, nth) => ({ change, item: nth + 1, place: [change.collection.name, change.environment, change.id] }))
      .sort((one, other) => (one.place.join("\0") < other.place.join("\0") ? -1 : 1))
      .map(({ change, item, place }) => {
        const [body, at] = change.op === "remove" ? [null, null] : [change.body, change.at]
        const { due, expiry, indexes, name, unique } = change.collection
        const found = (declared: Declaration["unique"]) =>
          body === null ? [] : addresses([name, change.environment], body, declared)
        const first = [claims.length + 1, places.length + 1]
        claims.push(...found(unique).map((address, nth) => [address, items + nth + 1, stored(change.id)] as const))
        places.push(...found(indexes))
        return [
          ...[
            item,
            change.op,
            ...place.slice(0, 2),
            stored(change.id),
            change.op === "insert" ? null : change.version,
            at
          ],
          ...[expiry, due].map((field) =>
            field === undefined || body === null ? null : (Collection.instantOf(body, field) ?? null)
          ),
          ...[body === null ? null : JSON.stringify(body), first[0], claims.length, first[1], places.length]
        ]
      })
    const column = (nth: number) => records.map((record) => record[nth])
    const owners = Array.from({ length: items + claims.length }, () => 1)
    const values = [
      ...[owners, [], [], [], [], []],
      ...Array.from({ length: 12 }, (_, nth) => column(nth)),
      ...[0, 1, 2].map((nth) => claims.map((claim) => claim[nth])),
      ...[column(12), column(13), places]
    ]
    const types = [
      ...["integer", "integer", "bigint", "integer", "bytea", "integer"],
      ...[
        "integer",
        "text",
        "text",
        "text",
        "text",
        "bigint",
        "bigint",
        "bigint",
        "bigint",
        "text",
        "integer",
        "integer"
      ],
      ...["bytea", "integer", "text", "integer", "integer", "bytea"]
    ]
    const { rows } = await pool.query(
      `select ${schema}.commit(${types.map((type, nth) => `$${nth + 1}::${type}[]`).join(", ")})::text as lost`,
      values
    )
    return rows[0].lost === "{}" || rows[0].lost === null
  },
  /** Leases due records of a collection. Returns their ids. */
  claim: async (collection: Declaration, now: number, lease: number, limit: number): Promise<ReadonlyArray<string>> => {
    const { rows } = await pool.query(
      `select id from ${schema}.claim($1::text, $2::bigint, $3::bigint, $4::bigint, null, $4::bigint, '{}', '{}', '')`,
      [collection.name, now, lease, limit]
    )
    return rows.flatMap(({ id }) => (id === null ? [] : [id]))
  },
  sweep: async (collection: Declaration, now: number): Promise<void> => {
    await pool.query(`select ${schema}.sweep($1::text[], $2::bigint, 1000)`, [[collection.name], now])
  },
  load: (collection: Declaration, environment: string, id: string) =>
    pool.query(
      `select * from ${schema}.load('{0}', $1, $2, $3, ${Array.from({ length: 15 }, () => "'{}'").join(", ")})`,
      [[collection.name], [environment], [stored(id)]]
    ),
  /** Writes a record without a function, as most commits did. */
  insert: (collection: Declaration, environment: string, id: string, body: Json) =>
    pool.query(
      `insert into ${schema}.records (collection, environment, id, version, created_at, updated_at, keys, entries, body)
      values ($1, $2, $3, 1, 0, 0, '{}', '{}', $4)`,
      [collection.name, environment, stored(id), JSON.stringify(body)]
    )
})

/** PostgreSQL text cannot contain NUL or unpaired surrogates, so an id with one was JSON behind a mark. */
export const stored = (id: string): string =>
  id.startsWith("\u0001") || id.includes("\0") || /\p{Cs}/u.test(id) ? `\u0001${JSON.stringify(id)}` : id

const addresses = (place: ReadonlyArray<string>, body: Json, declared: Declaration["unique"]): ReadonlyArray<string> =>
  Object.entries(declared).flatMap(([key, fields]) => {
    const texts = fields.flatMap((field) => Collection.textOf(body, field) ?? [])
    return texts.length < fields.length ? [] : [`\\x${hash("sha256", JSON.stringify([...place, key, ...texts]))}`]
  })
