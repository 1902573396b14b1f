import { Conflict, type Declaration, Store } from "@countersign/core"
import { cluster, freePort } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, rounds } from "@countersign/harness/rounds"
import { makeWorld } from "@countersign/harness/world"
import { migrate, postgres } from "@countersign/postgres"
import { Context, Effect, Exit, Layer, Logger, Result, Scope } from "effect"
import pg from "pg"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { tcpProxy } from "../src/link/tcpProxy.ts"
import { startStandby } from "../src/standby/startStandby.ts"
import { keepSwitching } from "./keepSwitching.ts"

const EFFECTS = rounds(300, 20)

const primary = cluster()
let admin: pg.Pool

beforeAll(async () => {
  admin = primary.pool({ max: 1 })
  await migrate(primary.pool())
})

/** A service at a movable address, its primary, and a standby that replicates over a link that can be cut. */
const pair = async () => {
  const [address, link, port] = await Promise.all([tcpProxy(primary.port()), tcpProxy(primary.port()), freePort()])
  const connection = { connectionString: primary.url() }
  const { host, password, user } = new pg.Client(connection)
  const standby = await startStandby({
    connection: { host, user, password: String(password), port: primary.port(), database: "postgres" },
    data: primary.data(),
    followedOver: link.port,
    port
  })
  const promoted = new pg.Pool({ ...standby.connection, max: 2 })
  const world = makeWorld({
    clock: "real",
    logs: "none",
    store: postgres({ pool: primary.pool({ port: address.port, max: 8 }), timeout: 3000 })
  })
  onTestFinished(async () => {
    await world.countersign.close()
    await promoted.end()
    await Promise.all([address.close(), link.close(), standby.stop()])
    // The next test starts on the first server again.
    if (!(await primary.isUp())) await primary.start()
    await waitFor("")
  })
  const promote = async () => {
    await primary.crash()
    await standby.promote()
    address.to(port)
  }
  return { link, promote, promoted, load: await keepSwitching(world, 6) }
}

/** Waits until the standby has replayed everything that the primary has written. */
const followed = async (standby: pg.Pool): Promise<void> => {
  const { rows } = await admin.query("select pg_current_wal_lsn()::text as lsn")
  const isThere = async () =>
    (await standby.query("select pg_last_wal_replay_lsn() >= $1::pg_lsn as there", [rows[0].lsn])).rows[0].there
  await expect.poll(isThere).toBe(true)
}

/** Sets whether a commit waits for a standby (synchronous replication). */
const waitFor = async (standbys: "*" | ""): Promise<void> => {
  await admin.query(`alter system set synchronous_standby_names = '${standbys}'`)
  await admin.query("select pg_reload_conf()")
}

const moments = [
  ["behind a link that is cut", true],
  ["while it follows", false]
] as const

describe("D5: a standby that is promoted when its primary crashes under load", { timeout: 600_000 }, () => {
  it("has lost the acknowledged writes since its link broke, with asynchronous replication", async () => {
    const { link, load, promote, promoted } = await pair()
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(EFFECTS)
    const early = load.acknowledged.length
    await followed(promoted)
    link.blackhole()
    const before = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(before + EFFECTS)
    await promote()
    await load.stop()
    const missing = await load.missing(promoted)
    expect(missing.length).toBeGreaterThan(0)
    // The replicated prefix is complete and consistent.
    expect(missing.filter((id) => load.acknowledged.indexOf(id) < early)).toEqual([])
    await requireWhole(promoted)
    figure(`asynchronous standby, link cut: ${missing.length} of ${load.acknowledged.length} acknowledged effects lost`)
  })

  it.each(moments.slice(0, rounds(2, 1)))(
    "has lost nothing %s, with synchronous replication, and the service continues on it",
    async (when, isCut) => {
      const { link, load, promote, promoted } = await pair()
      await waitFor("*")
      await expect.poll(() => load.acknowledged.length).toBeGreaterThan(EFFECTS)
      if (isCut) {
        link.blackhole()
        const before = load.refused()
        await expect.poll(() => load.refused()).toBeGreaterThan(before + 6)
      }
      const before = load.acknowledged.length
      const began = performance.now()
      await promote()
      await expect.poll(() => load.acknowledged.length, { interval: 5 }).toBeGreaterThan(before + 20)
      const took = performance.now() - began
      await load.stop()
      expect(load.odd).toEqual([])
      expect(await load.missing(promoted)).toEqual([])
      await requireWhole(promoted)
      figure(
        `synchronous standby, promoted ${when}: 0 of ${load.acknowledged.length} acknowledged effects lost; ` +
          `20 more acknowledged ${took.toFixed(0)} ms after the crash began`
      )
    }
  )
})

describe("GO9: a node that cached records of the old primary", { timeout: 600_000 }, () => {
  it("GO2, GO9: decides nothing from them after an asynchronous standby was promoted, and logs the change", async () => {
    const [address, link, port] = await Promise.all([tcpProxy(primary.port()), tcpProxy(primary.port()), freePort()])
    const { host, password, user } = new pg.Client({ connectionString: primary.url() })
    const standby = await startStandby({
      connection: { host, user, password: String(password), port: primary.port(), database: "postgres" },
      data: primary.data(),
      followedOver: link.port,
      port
    })
    const promoted = new pg.Pool({ ...standby.connection, max: 2 })
    const scope = Effect.runSync(Scope.make())
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.make(({ message }) => void lines.push(JSON.stringify(message)))])
    const opened = (pool: pg.Pool) =>
      Effect.runPromise(
        Layer.buildWithScope(Layer.provide(postgres({ pool }), logger), scope).pipe(
          Effect.map((context) => Context.get(context, Store))
        )
      )
    onTestFinished(async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await promoted.end()
      await Promise.all([address.close(), link.close(), standby.stop()])
      if (!(await primary.isUp())) await primary.start()
    })
    const place = { collection: things, environment: "sandbox/acme", id: "code" } as const
    const ref = { ...place, by: "id" } as const
    const write = (store: Store["Service"], version: number, by: string) =>
      store
        .commit(
          [
            version === 0
              ? { ...place, op: "insert", body: { by }, at: 1 }
              : { ...place, op: "replace", version, body: { by }, at: 1 }
          ],
          []
        )
        .pipe(Effect.result, Effect.runPromise)
    const node = await opened(primary.pool({ port: address.port, max: 8 }))
    expect(await Effect.runPromise(node.state ?? Effect.die("no state"))).toMatchObject({ canWrite: true })
    await write(node, 0, "first")
    await followed(promoted)
    link.blackhole()
    // The old primary has a version 2 that the standby never receives, and the node caches it.
    await write(node, 1, "lost")
    await Effect.runPromise(node.load([ref]))
    expect(node.recent?.([ref])?.[0]?.[0]).toMatchObject({ version: 2, body: { by: "lost" } })
    await primary.crash()
    await standby.promote()
    await expect
      .poll(async () => (await promoted.query("select pg_is_in_recovery() as standby")).rows[0].standby)
      .toBe(false)
    address.to(port)
    // Another node writes another version 2 on the new primary.
    expect(Result.isSuccess(await write(await opened(promoted), 1, "other"))).toBe(true)
    // The commit names version 2, which exists. It is refused: its content is of another history.
    let answer = await write(node, 2, "from the cache")
    while (Result.isFailure(answer) && answer.failure._tag === "StoreUnavailable")
      answer = await write(node, 2, "from the cache")
    expect(answer).toEqual(Result.fail(new Conflict({ because: "version", collection: "things" })))
    expect(node.recent?.([ref])).toBeUndefined()
    expect((await Effect.runPromise(node.load([ref])))[0]?.[0]).toMatchObject({ version: 2, body: { by: "other" } })
    expect(lines.filter((line) => line.includes("another history"))).toHaveLength(1)
    expect(Result.isSuccess(await write(node, 2, "decided again"))).toBe(true)
    expect(await Effect.runPromise(node.state ?? Effect.die("no state"))).toMatchObject({ canWrite: true })
  })
})

const things: Declaration = { name: "things", unique: {}, indexes: {} }
