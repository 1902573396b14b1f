import { cluster } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, rounds } from "@countersign/harness/rounds"
import { makeWorld } from "@countersign/harness/world"
import { migrate, postgres } from "@countersign/postgres"
import { afterAll, describe, expect, it } from "vitest"
import { keepSwitching } from "./keepSwitching.ts"
import { type SmallDisk, smallDisk } from "./smallDisk.ts"

const SMALL = ["min_wal_size=2MB", "max_wal_size=8MB", "wal_keep_size=0"]
const REFUSALS = rounds(500, 60)

const disk = await smallDisk(130)

describe("D7: a full disk", () => {
  if ("impossible" in disk) {
    it("causes a 503, and no acknowledged write is lost", ({ skip }) => {
      // The full set of tests must not skip this one, so it fails where mounting is impossible.
      if (process.env.FAULTS === "all") throw new Error(disk.impossible)
      skip(disk.impossible)
    })
  } else {
    filled(disk)
  }
})

function filled(disk: SmallDisk) {
  // Registered after the cluster, so it runs when the cluster has stopped.
  afterAll(() => disk.close())
  // Small WAL files, so that the database soon needs a new file and has no space for it.
  const server = cluster({ parent: disk.folder, isDurable: true, initdb: ["--wal-segsize=1"], settings: SMALL })

  it("causes a 503, no acknowledged write is lost, and the service recovers without a restart", {
    timeout: 600_000
  }, async () => {
    await migrate(server.pool())
    const pool = server.pool({ max: 8 })
    const world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 3000 }) })
    const load = await keepSwitching(world, 8)
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(20)

    await disk.fill()
    await expect.poll(() => load.refused()).toBeGreaterThan(REFUSALS)
    const before = load.acknowledged.length
    await disk.free()
    // A supervisor would restart a database that stopped for lack of space. The service is not notified.
    const wasUp = await server.isUp()
    if (!wasUp) await server.start()
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(before + 20)

    await load.stop()
    expect(load.odd).toEqual([])
    expect(await load.missing(server.pool())).toEqual([])
    await requireWhole(server.pool())
    await world.countersign.close()
    figure(
      `a full disk: ${load.refused()} calls returned 503, ${load.acknowledged.length} effects acknowledged, 0 lost; ` +
        `the database ${wasUp ? "stayed up" : "had to be restarted"}, the service recovered without a restart`
    )
  })
}
