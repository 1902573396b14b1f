import { cluster, freePort } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, rounds } from "@countersign/harness/rounds"
import { makeWorld } from "@countersign/harness/world"
import { migrate, postgres } from "@countersign/postgres"
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
