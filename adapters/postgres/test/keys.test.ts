import type { Change } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import type pg from "pg"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { sending } from "./sending.ts"
import { devices, here, insert, remove, replace, withThings } from "./things.ts"

const server = withThings(testDatabase({ isEmpty: true }))
const ROUNDS = rounds(200, 15)
const RACERS = Array.from({ length: 32 }, (_, racer) => racer)
/** A deadlock that the database has to find would last longer than the tests of this file may. */
const PATIENT = "-c deadlock_timeout=600s"

let pool: pg.Pool
let patient: pg.Pool
beforeAll(() => {
  pool = server.pool({ max: 40 })
  patient = server.pool({ max: 40, options: PATIENT })
})
beforeEach(() => pool.query("truncate countersign.things, countersign.devices"))

const lost = (told: string) => [...RACERS.slice(1).map(() => told), "written"].toSorted()
const keys = async () => {
  const { rows } = await pool.query("select id, name from countersign.things where name is not null order by id")
  return rows.map(({ id, name }) => `${id}=${name}`)
}
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const device = (n: number) => `Device:${uuid(n)}`
const ofDevices = { collection: devices, environment: here.environment }
const twin = (id: number, of: number): Change => ({
  ...ofDevices,
  op: "insert",
  id: device(id),
  body: { twinId: device(of) },
  at: 0
})

describe("I6: concurrent commits that claim one unique key", () => {
  it("one wins, and the others wait for it alone and not for the database to find a deadlock", async () => {
    const { send } = sending(patient)
    for (let round = 1; round <= ROUNDS; round++) {
      const name = `name-${round}`
      const outcomes = await Promise.all(RACERS.map((racer) => send([insert(`${round}-${racer}`, { name })])))
      expect(outcomes.toSorted()).toEqual(lost("taken"))
    }
    expect(await keys()).toHaveLength(ROUNDS)
  })

  it("one wins where inserts, replaces and removals of the last owner meet", async () => {
    const { send } = sending(patient)
    for (let round = 1; round <= ROUNDS; round++) {
      const name = `name-${round}`
      const [owner, heir] = [`owner-${round}`, `heir-${round}`]
      await send([insert(owner, { name }), insert(heir)])
      const outcomes = await Promise.all([
        send([insert(`new-${round}`, { name })]),
        send([replace(heir, 1, { name })]),
        send([remove(owner, 1)]),
        send([replace(owner, 1)])
      ])
      // One of the last two frees the key, and then at most one of the others has it.
      expect(outcomes.slice(2).toSorted()).toEqual(["version", "written"])
      for (const outcome of outcomes.slice(0, 2)) expect(["taken", "written"]).toContain(outcome)
      const claimed = outcomes.slice(0, 2).filter((outcome) => outcome === "written").length
      expect(claimed).toBeLessThanOrEqual(1)
      expect((await keys()).filter((key) => key.endsWith(`=${name}`))).toHaveLength(claimed)
    }
  })

  it("one wins with ids as keys", async () => {
    const { send } = sending(patient)
    for (let round = 1; round <= ROUNDS; round++) {
      const outcomes = await Promise.all(RACERS.map((racer) => send([twin(100 * round + racer, round)])))
      expect(outcomes.toSorted()).toEqual(lost("taken"))
    }
  })
})

describe("keys that move between the records of one commit", () => {
  const letters = ["a", "b", "c"]
  /** Enough records for groups of arrays. */
  const beside = Array.from({ length: 20 }, (_, nth) => `beside${nth}`)
  const sizes: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["rows", letters],
    ["arrays", [...letters, ...beside]]
  ]

  it.each(sizes)("go round in a ring, either way: %s", async (_, ids) => {
    const { send } = sending(pool)
    await send(ids.map((id) => insert(id, { name: id })))
    const after = (shift: number) =>
      ids.map((id, nth) => [id, ids[(nth + shift + ids.length) % ids.length] ?? ""] as const)
    for (const [nth, shift] of [1, -1].entries()) {
      expect(await send(after(shift).map(([id, name]) => replace(id, nth + 1, { name })))).toBe("written")
      const found = await keys()
      expect(found.toSorted()).toEqual(
        after(shift)
          .map(([id, name]) => `${id}=${name}`)
          .toSorted()
      )
    }
  })

  it("pass from a removed record to a new one and to an old one, whichever comes first", async () => {
    const { send } = sending(pool)
    await send([insert("m", { name: "x" }), insert("n", { name: "y" }), insert("o")])
    expect(await send([insert("a", { name: "x" }), remove("m", 1)])).toBe("written")
    expect(await send([replace("o", 1, { name: "y" }), remove("n", 1), insert("z")])).toBe("written")
    expect(await send([insert("b", { name: "y" }), replace("o", 2)])).toBe("written")
    expect(await keys()).toEqual(["a=x", "b=y"])
  })

  it("swap in a commit that also removes a record, adds one and writes one without a key", async () => {
    const { send } = sending(pool)
    await send([insert("a", { name: "x" }), insert("b", { name: "y" }), insert("c", { name: "z" }), insert("d")])
    const swap = [replace("a", 1, { name: "y" }), replace("b", 1, { name: "x" })]
    expect(await send([...swap, remove("c", 1), replace("d", 1, { n: 1 }), insert("e", { name: "z" })])).toBe("written")
    expect(await keys()).toEqual(["a=y", "b=x", "e=z"])
    const { rows } = await pool.query("select id, version::int from countersign.things order by id")
    expect(rows.map(({ id, version }) => `${id}@${version}`)).toEqual(["a@2", "b@2", "d@2", "e@1"])
  })

  it("stay where they are if a condition of the commit does not hold", async () => {
    const { send } = sending(pool)
    await send([insert("a", { name: "x" }), insert("b", { name: "y" }), insert("owner", { name: "z" })])
    const swap = [replace("a", 1, { name: "y" }), replace("b", 1, { name: "x" })]
    expect(await send([...swap, insert("owner")])).toBe("taken")
    expect(await send([...swap, replace("owner", 2)])).toBe("version")
    expect(await send([...swap, insert("c", { name: "z" })])).toBe("taken")
    expect(await send(swap, [{ guard: "before", at: 1 }])).toBe("late")
    expect(await keys()).toEqual(["a=x", "b=y", "owner=z"])
    expect(await send(swap)).toBe("written")
    expect(await keys()).toEqual(["a=y", "b=x", "owner=z"])
  })

  it("swap once where several commits would swap them at the same time", async () => {
    const { send } = sending(pool)
    await send([insert("a", { name: "x" }), insert("b", { name: "y" })])
    const names = ["x", "y"]
    for (let version = 1; version <= ROUNDS; version++) {
      const [left = "", right = ""] = version % 2 === 0 ? names : names.toReversed()
      const swap = [replace("a", version, { name: left }), replace("b", version, { name: right })]
      const outcomes = await Promise.all(
        RACERS.slice(0, 8).map((racer) => send(racer % 2 === 0 ? swap : swap.toReversed()))
      )
      expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => "version"), "written"])
      expect(await keys()).toEqual([`a=${left}`, `b=${right}`])
    }
  })
})
