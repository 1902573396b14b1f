import { clientKey } from "@countersign/harness/fixtures"
import { callers, makeWorld, retryHeaders, session } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { Layer, Scheduler } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { Store } from "../src/effect.ts"

/** Measured. The goal is 15 for each leg. Five of the second leg are turns: of its key, and of the records it writes (GO6). */
const MOST = { first: 42, second: 68 }

afterEach(() => vi.restoreAllMocks())

it("limits the steps of Effect fibers in the two legs of a signed call on the memory store", async () => {
  const world = makeWorld({ store: Layer.effect(Store, makeMemoryStore) })
  const { credentialId } = await world.customer(callers.a)
  const { keys, session: opened } = await session(world, callers.a, credentialId)
  const path = `/auth/sessions/${opened.id}/refresh`
  // The run loop of a fiber calls its scheduler before each step.
  const step = vi.spyOn(Scheduler.MixedScheduler.prototype, "shouldYield")
  const counted = async (headers: Readonly<Record<string, string>>, body: object) => {
    step.mockClear()
    const answer = await world.call(callers.a, "POST", path, { body, headers })
    return { answer, steps: step.mock.calls.length }
  }
  const rounds: Array<{ readonly first: number; readonly second: number }> = []
  for (let round = 0; round < 5; round += 1) {
    const body = { clientPublicKey: clientKey().hex }
    const first = await counted({}, body)
    const second = await counted(retryHeaders(first.answer.body, keys), body)
    expect([first.answer.status, second.answer.status]).toEqual([202, 200])
    rounds.push({ first: first.steps, second: second.steps })
  }
  // Background work may add steps to a round.
  const least = (leg: "first" | "second") => Math.min(...rounds.map((round) => round[leg]))
  process.stdout.write(`a first leg takes ${least("first")} steps, a second leg ${least("second")}\n`)
  for (const leg of ["first", "second"] as const) {
    expect(least(leg)).toBeGreaterThan(10)
    expect(least(leg)).toBeLessThanOrEqual(MOST[leg])
  }
  await world.countersign.close()
})
