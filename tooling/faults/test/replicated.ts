import { type cluster, freePort } from "@countersign/harness/postgres"
import pg from "pg"
import { expect, onTestFinished } from "vitest"
import { tcpProxy } from "../src/link/tcpProxy.ts"
import { startStandby } from "../src/standby/startStandby.ts"

/** A primary at a movable address, and a standby that replicates over a link that can be cut. */
export const replicated = async (primary: ReturnType<typeof cluster>) => {
  const [address, link, port] = await Promise.all([tcpProxy(primary.port()), tcpProxy(primary.port()), freePort()])
  const { host, password, user } = new pg.Client({ connectionString: primary.url() })
  const standby = await startStandby({
    connection: { host, user, password: String(password), port: primary.port(), database: "postgres" },
    data: primary.data(),
    followedOver: link.port,
    port
  })
  const promoted = new pg.Pool({ ...standby.connection, max: 2 })
  const admin = primary.pool({ max: 1 })
  // Runs after the test has closed its nodes, because the last registered function runs first.
  onTestFinished(async () => {
    await promoted.end()
    await Promise.all([address.close(), link.close(), standby.stop()])
    // The next test starts on the first server again.
    if (!(await primary.isUp())) await primary.start()
    await primary.configure("synchronous_standby_names", "''")
  })
  return {
    address,
    link,
    standby,
    promoted,
    configure: primary.configure,
    /** Waits until the standby has replayed everything that the primary has written. */
    followed: async (): Promise<void> => {
      const { rows } = await admin.query("select pg_current_wal_lsn()::text as lsn")
      const isThere = async () =>
        (await promoted.query("select pg_last_wal_replay_lsn() >= $1::pg_lsn as there", [rows[0].lsn])).rows[0].there
      await expect.poll(isThere).toBe(true)
    },
    /** Promotes the standby, and moves the address to it when it accepts writes. */
    moved: async (): Promise<void> => {
      await standby.promote()
      await expect
        .poll(async () => (await promoted.query("select pg_is_in_recovery() as standby")).rows[0].standby)
        .toBe(false)
      address.to(port)
    }
  }
}
