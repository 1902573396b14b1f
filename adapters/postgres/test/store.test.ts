import { ALL, StoreUnavailable } from "@countersign/core"
import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { answering } from "./answering.ts"
import { here, insert, things } from "./things.ts"

const missing = Object.assign(new Error("no such function"), { code: "42883" })
const page = { ...here, index: ALL, limit: 9 }

describe("a store", () => {
  it("uses the default schema if none is named", async () => {
    const { asked: requested, store } = await answering(async () => ({ rows: [] }))
    expect(await Effect.runPromise(store.find(page))).toEqual([])
    expect(requested()).toEqual([expect.stringContaining('from "countersign"."things" r')])
  })

  it("sends no statement for an empty load", async () => {
    const { asked: requested, store } = await answering(() => Promise.reject(missing))
    expect(await Effect.runPromise(store.load([]))).toEqual([])
    expect(requested()).toEqual([])
  })

  it("reports the database error, whichever method failed", async () => {
    const { store } = await answering(() => Promise.reject(missing))
    const calls = [
      store.load([{ ...here, by: "id", id: "a" }]),
      store.commit([insert("a")], []),
      store.find(page),
      store.claimDue(things, 0, 1, 1),
      store.sweep([things], 0, 1)
    ]
    for (const call of calls) {
      const failure = await Effect.runPromise(Effect.flip<unknown, unknown, never>(call))
      expect(failure).toBeInstanceOf(StoreUnavailable)
      expect(failure).toMatchObject({ because: "unmigrated", cause: { cause: missing } })
    }
  })

  it("waits with one timer for the time limits of 64 callers and of their statements", async () => {
    const { store } = await answering(async () => ({ rows: [] }))
    const calls = Array.from({ length: 64 }, (_, nth) => [
      store.load([{ ...here, by: "id", id: `${nth}` }]),
      store.commit([insert(`${nth}`)], [])
    ]).flat()
    // No tick comes between the calls, after which the timer would begin again, however busy the machine is (GT12).
    const never = setInterval(() => {}, 1e9)
    const timers = [vi.spyOn(globalThis, "setInterval"), vi.spyOn(globalThis, "setTimeout")]
    for (const timer of timers) timer.mockReturnValue(never)
    const answers = Promise.all(calls.map((call) => Effect.runPromise<unknown, unknown>(call)))
    const made = await answers
      .then(() => timers.flatMap(({ mock }) => mock.calls))
      // Also after a failure: other files of this process have the same timers.
      .finally(() => {
        for (const timer of timers) timer.mockRestore()
        clearInterval(never)
      })
    // The tick that did not come ends the timer.
    for (const [tick] of made) tick()
    expect(made.length).toBeLessThanOrEqual(1)
  })

  it("rejects a second collection of the same name in a guard, as anywhere", async () => {
    const { asked: requested, store } = await answering(async () => ({ rows: [{ lost: null }] }))
    await Effect.runPromise(store.commit([], [{ ...here, guard: "version", id: "a", version: 1 }]))
    const other = { ...things, indexes: {} }
    const guarded = Effect.runPromise(
      store.commit([], [{ ...here, collection: other, guard: "version", id: "a", version: 1 }])
    )
    await expect(guarded).rejects.toThrow('postgres: two different collections are named "things"')
    expect(requested()).toHaveLength(1)
  })
})
