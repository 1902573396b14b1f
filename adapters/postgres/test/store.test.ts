import { createHook } from "node:async_hooks"
import { ALL, StoreUnavailable } from "@countersign/core"
import { Effect } from "effect"
import { describe, expect, it, onTestFinished, vi } from "vitest"
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
    // Node reports each timer, also those of a module that took `setInterval` when it was loaded. The adapter's tick ends
    // its timer, and the next call begins one, so a busy machine sees several, one after the other (GT12).
    const waiting = new Set<number>()
    let most = 0
    const hook = createHook({
      init: (id, type) => {
        if (type !== "Timeout" || !/adapters\/postgres\/(?:src|dist)\//u.test(new Error().stack ?? "")) return
        most = Math.max(most, waiting.add(id).size)
      },
      destroy: (id) => void waiting.delete(id)
    })
    const { store } = await answering(async () => ({ rows: [] }))
    const calls = Array.from({ length: 64 }, (_, nth) => [
      store.load([{ ...here, by: "id", id: `${nth}` }]),
      store.commit([insert(`${nth}`)], [])
    ]).flat()
    onTestFinished(() => void hook.disable())
    hook.enable()
    // The timer of an earlier call has no report, and ends with the last limit of that file, which may be seconds away.
    const untilItEnds = { timeout: 60_000 }
    await vi.waitFor(async () => {
      await Effect.runPromise(store.load([{ ...here, by: "id", id: "first" }]))
      expect(most).toBe(1)
    }, untilItEnds)
    await Promise.all(calls.map((call) => Effect.runPromise<unknown, unknown>(call)))
    expect(most).toBe(1)
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
