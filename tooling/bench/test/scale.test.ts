import { readFileSync } from "node:fs"
import { type Change, Store } from "@countersign/core"
import { type Pool, postgres } from "@countersign/postgres"
import { signStamp, uncompressedHex } from "@countersign/wire"
import { Effect } from "effect"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { flows } from "../src/scale/flows.ts"
import { growth } from "../src/scale/growth.ts"
import { sweeping } from "../src/scale/measure.ts"
import { holderOf, populationOf, uuidOf } from "../src/scale/Population.ts"
import { type Cluster, seed, startCluster } from "../src/scale/seed.ts"
import { authorization, type Service, serviceOn } from "../src/scale/service.ts"
import { templates } from "../src/scale/templates.ts"

const population = populationOf(10_000, Date.now() - 4 * 60 * 60 * 1000)

let cluster: Cluster
let pool: pg.Pool
let spare: pg.Pool
let service: Service
/** Every statement that the service sent. */
const statements = new Set<string>()

beforeAll(async () => {
  cluster = await startCluster()
  await cluster.create("seeded")
  // One connection, so that its statistics are separate and can be flushed at once.
  pool = cluster.pool("seeded", { max: 1 })
  spare = cluster.pool("seeded", { max: 1 })
  await seed(spare, population)
  service = serviceOn(heard(pool))
})

afterAll(async () => {
  await service.close()
  await Promise.all([pool.end(), spare.end()])
  await cluster.end()
})

/** A pool that records its statements. */
const heard = (inner: pg.Pool): Pool => ({
  connect: async () => {
    const client = await inner.connect()
    return {
      query: (query, values) => {
        statements.add(typeof query === "string" ? query : query.text)
        return typeof query === "string" ? client.query(query, values) : client.query(query)
      },
      release: (error) => client.release(error),
      on: (event, listener) => client.on(event, listener),
      removeListener: (event, listener) => client.removeListener(event, listener)
    }
  }
})

describe("a seeded database", () => {
  it("has rows as the adapter writes them: rewriting one changes only its version", async () => {
    const store = await Effect.runPromise(Effect.provide(Store, postgres({ pool: spare })))
    const rowsOf = async (collection: string) => {
      const { rows } = await spare.query(
        `select version::int, environment, id, created_at::text as at, updated_at, expires_at, due_at, keys, entries, body
        from countersign.records where collection = $1 order by created_at, id limit 4`,
        [collection]
      )
      return rows
    }
    for (const { collection } of templates) {
      const before = await rowsOf(collection.name)
      expect(before.length, collection.name).toBeGreaterThan(0)
      const changes = before.map(
        ({ at, body, environment, id, version }): Change => ({
          op: "replace",
          ...{
            collection,
            environment,
            id,
            version,
            at: Number(at),
            body: collection.open((each) => each.encode(each.decode(JSON.parse(body))))
          }
        })
      )
      await Effect.runPromise(store.commit(changes, []))
      expect(await rowsOf(collection.name)).toEqual(before.map((row) => ({ ...row, version: row.version + 1 })))
    }
    const { rows } = await spare.query(
      `select (select count(*) from countersign.entries) = (select sum(cardinality(entries)) from countersign.records) as entries,
        (select count(*) from countersign.keys) = (select sum(cardinality(keys)) from countersign.records) as keys`
    )
    expect(rows).toEqual([{ entries: true, keys: true }])
    // This test scanned tables. Flush its statistics now, so they are not counted for the flows.
    await spare.query("select pg_stat_force_next_flush()")
  })

  it("I1: a request that was seeded as consumed cannot be used again", async () => {
    const { key, platform, sessionId } = holderOf(population, 7)
    const answer = await service.handler(
      new Request(`http://scale.test/2025-10-13/auth/sessions/${sessionId}/refresh`, {
        method: "POST",
        headers: {
          authorization: authorization(platform),
          "content-type": "application/json",
          "request-id": `Request:${uuidOf(population, "request", 7)}`,
          "service-wallet-signature": signStamp("anything", key.privateKey)
        },
        body: JSON.stringify({ clientPublicKey: uncompressedHex(key.publicKey) })
      })
    )
    expect([answer.status, (await answer.json()).reason]).toEqual([401, "Request id already used"])
  })

  it("serves every flow without a sequential scan, an offset or a count", async () => {
    const rows = await growth([{ population, pool, service }], { holders: 2, rounds: 2 })
    expect(rows.map(({ flow }) => flow)).toEqual(flows.map(({ name }) => name))
    expect(rows.filter(({ tableScans }) => tableScans > 0)).toEqual([])
    expect(rows.filter(({ pages }) => !(pages > 0 && pages < 1000))).toEqual([])
    const sent = [...statements].filter((text) => text.includes("countersign"))
    expect(sent.length).toBeGreaterThan(3)
    // `offset 0` stops the planner from merging a part of a statement; the counts are of rows that the statement wrote.
    const ofOwnParts = /\boffset 0\b|\bcount\(\*\) from (?:inserted|listed|claimed|replaced|unlisted|relisted)\b/gu
    const parts = sent.map((text) => text.replaceAll(ofOwnParts, ""))
    expect(parts.filter((text) => /\boffset\b|\bcount\s*\(/iu.test(text))).toEqual([])
  })

  it("accepts the vacuum settings of docs/guides/scale.md", async () => {
    const page = readFileSync(new URL("../../../docs/guides/scale.md", import.meta.url), "utf8")
    const statements = /```sql run=vacuum\n([\s\S]*?)```/u.exec(page)?.[1] ?? ""
    expect(statements).not.toBe("")
    await spare.query(statements)
    const { rows } = await spare.query(
      "select relname from pg_class where reloptions @> array['autovacuum_vacuum_scale_factor=0.005'] order by 1"
    )
    expect(rows.map(({ relname }) => relname)).toEqual(["entries", "keys", "records"])
  })

  it("is swept in batches during signed legs", async () => {
    const { legP50, removed } = await sweeping({ population, service }, spare, 1000)
    expect(removed).toBe(1000)
    expect(legP50).toBeGreaterThan(0)
    const left = await spare.query("select 1 from countersign.records where collection = 'signed_requests'")
    // The legs of this test left requests of their own.
    expect(left.rows.length).toBeGreaterThanOrEqual(population.requests - removed)
  })
})
