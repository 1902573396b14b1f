import { ALL } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { describe, expect, it } from "vitest"
import { databaseOf, end, here, insert, replace, storeOn, things } from "./things.ts"

const both = [
  { ...here, by: "id", id: "a" },
  { ...here, by: "unique", key: "name", values: ["x"] }
] as const

describe("an engine that fails", () => {
  it("is StoreUnavailable for every method, never success and never a conflict", async () => {
    const database = databaseOf()
    const store = await storeOn(database)
    database.close()
    expect(await end(store.load(both))).toBe("StoreUnavailable")
    expect(await end(store.find({ ...here, index: ALL, limit: 1 }))).toBe("StoreUnavailable")
    expect(await end(store.commit([insert("a")], []))).toBe("StoreUnavailable")
    expect(await end(store.claimDue(things, 0, 1, 1))).toBe("StoreUnavailable")
    expect(await end(store.sweep([things], 0, 1))).toBe("StoreUnavailable")
  })

  it("at any statement of a commit writes nothing, and the next commit succeeds", async () => {
    const database = databaseOf()
    const store = await storeOn(database)
    await Effect.runPromise(store.commit([insert("a", { name: "x" })], []))
    const before = await Effect.runPromise(store.load(both))
    const exec = database.exec.bind(database)
    const changes = [replace("a", 1, { name: "y" }), insert("b", { name: "x" })]
    const failing = async (at: number): Promise<string> => {
      let requested = 0
      database.exec = (text, values) => {
        // A requested rollback does not consume the fault.
        if (text !== "rollback" && ++requested === at) throw new Error("disk I/O error")
        return exec(text, values)
      }
      const reported = await end(store.commit(changes, [{ ...here, guard: "version", id: "a", version: 1 }]))
      database.exec = exec
      return reported
    }
    let at = 1
    for (; (await failing(at)) === "StoreUnavailable"; at++) {
      expect(await Effect.runPromise(store.load(both))).toEqual(before)
    }
    // Begin, the guard, the check of addresses, record and entries of each, commit: each of them has failed once.
    expect(at - 1).toBe(8)
    const [a, x] = await Effect.runPromise(store.load(both))
    expect([a?.[0]?.version, x?.[0]?.id]).toEqual([2, "b"])
    database.close()
  })
})

it("an undeclared index finds nothing", async () => {
  const store = await storeOn(databaseOf())
  expect(await end(store.find({ ...here, limit: 1, index: { name: "toString", values: [] } }))).toBe("StoreUnavailable")
})

it("a database opened on exported bytes has the same records, keys and leases", async () => {
  const database = databaseOf()
  const store = await storeOn(database)
  await Effect.runPromise(store.commit([insert("a\0\ud800", { name: "x", dueAt: 1 })], []))
  await Effect.runPromise(store.claimDue(things, 1, 10, 1))
  const repeated = await storeOn(databaseOf(database.export()))
  expect(await end(repeated.commit([insert("b", { name: "x" })], []))).toBe("Conflict")
  expect(await Effect.runPromise(repeated.claimDue(things, 10, 1, 1))).toEqual([])
  expect(
    (await Effect.runPromise(repeated.claimDue(things, 11, 1, 1))).map(({ id, version }) => [id, version])
  ).toEqual([["a\0\ud800", 3]])
})
