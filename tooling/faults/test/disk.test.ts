import { cluster } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, rounds } from "@countersign/harness/rounds"
import { makeWorld } from "@countersign/harness/world"
import { migrate, postgres } from "@countersign/postgres"
import { afterAll, describe, expect, it } from "vitest"
import { type SmallDisk, smallDisk } from "../src/disk/smallDisk.ts"
import { keepSwitching } from "./keepSwitching.ts"

const SMALL = ["min_wal_size=2MB", "max_wal_size=8MB", "wal_keep_size=0"]
const REFUSALS = rounds(500, 60)

const disk = await smallDisk(130)

describe("D7: a disk that is full", () => {
  if ("impossible" in disk) {
    it("is a 503, loses nothing acknowledged, and is survived", ({ skip }) => {
      // Where everything is to be shown, what cannot be shown fails.
      if (process.env.FAULTS === "all") throw new Error(disk.impossible)
      skip(disk.impossible)
    })
  } else {
    filled(disk)
  }
})

function filled(disk: SmallDisk) {
  // After the cluster, which is gone by then.
  afterAll(() => disk.close())
  // A log of small files, so that the database soon needs one more than there is room for.
  const server = cluster({ parent: disk.folder, isDurable: true, initdb: ["--wal-segsize=1"], settings: SMALL })

  it("is a 503, loses nothing acknowledged, and is survived by the service alone once there is room", {
    timeout: 300_000
  }, async () => {
    await migrate(server.pool())
    const pool = server.pool({ max: 8 })
    const world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 3000 }) })
    const load = await keepSwitching(world, 8)
    await expect.poll(() => load.acknowledged.length, { timeout: 90_000 }).toBeGreaterThan(20)

    await disk.fill()
    await expect.poll(() => load.refused(), { timeout: 90_000 }).toBeGreaterThan(REFUSALS)
    const before = load.acknowledged.length
    await disk.free()
    // A database that ended for want of room is started by whoever watches over it; the service is not told.
    const wasUp = await server.isUp()
    if (!wasUp) await server.start()
    await expect.poll(() => load.acknowledged.length, { timeout: 90_000 }).toBeGreaterThan(before + 20)

    await load.stop()
    expect(load.odd).toEqual([])
    expect(await load.missing(server.pool())).toEqual([])
    await requireWhole(server.pool())
    await world.countersign.close()
    figure(
      `a full disk: ${load.refused()} calls answered 503, ${load.acknowledged.length} effects acknowledged, 0 lost; ` +
        `the database ${wasUp ? "stayed up" : "had to be started again"}, the service went on by itself`
    )
  })
}
