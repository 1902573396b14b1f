import { outside } from "@countersign/core/internal"
import { Context, Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeSlots, runCall, startCall } from "../src/server/inProgress.ts"

const nothing = Context.empty()
/** The shortest deadline of a test, in milliseconds. No assertion depends on its length. */
const SOON = 20

const gated = () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, wait: Effect.promise(() => gate) }
}

describe("GO6: the deadline of a call", () => {
  it("interrupts its work, and replies with 503 even if the work cannot be interrupted", async () => {
    const ended: Array<string> = []
    const work = Effect.onInterrupt(Effect.never, () => Effect.sync(() => ended.push("interrupted")))
    expect(await runCall(nothing, work, startCall(SOON))).toMatchObject({ status: 503 })
    await expect.poll(() => ended).toEqual(["interrupted"])
    const { open, wait } = gated()
    expect(await runCall(nothing, Effect.uninterruptible(wait), startCall(SOON))).toMatchObject({ status: 503 })
    open()
  })

  it("does not advance while the call waits for a party outside, and does after", async () => {
    const [one, other] = [gated(), gated()]
    const answered = runCall(nothing, Effect.as(outside(one.wait), "answer"), startCall(SOON))
    const endless = runCall(nothing, Effect.andThen(outside(outside(other.wait)), Effect.never), startCall(SOON))
    // A call that began later, and whose deadline has passed.
    expect(await runCall(nothing, Effect.never, startCall(SOON))).toMatchObject({ status: 503 })
    one.open()
    expect(await answered).toBe("answer")
    other.open()
    expect(await endless).toMatchObject({ status: 503 })
  })

  it("is not started for a call that completes synchronously", () => {
    expect(runCall(nothing, Effect.succeed("answer"), startCall(SOON))).toBe("answer")
  })
})

describe("GO6 I23: the slots of calls in progress", () => {
  const places = fc.constantFrom("a", "b", "c")
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ enters: places }) },
    { weight: 1, arbitrary: fc.record({ leaves: fc.nat(20) }) }
  )

  it("are at most as many as configured, and at most half of those that are free or its own for each environment", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 60 }), (most, steps) => {
        const enter = makeSlots()
        const taken: Array<{ readonly place: string; readonly leave: () => void }> = []
        for (const each of steps) {
          if ("leaves" in each) {
            const [gone] = taken.splice(each.leaves % Math.max(1, taken.length), 1)
            gone?.leave()
            // Again, which changes nothing.
            gone?.leave()
            continue
          }
          const place = each.enters
          const own = taken.filter((one) => one.place === place).length
          const share = Math.max(1, Math.floor((most - taken.length + own) / 2))
          const leave = enter(place, most)
          expect(leave !== undefined).toBe(taken.length < most && own < share)
          if (leave !== undefined) taken.push({ place, leave })
        }
      })
    )
  })
})
