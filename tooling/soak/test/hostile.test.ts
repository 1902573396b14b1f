import { expect, it } from "vitest"
import { HOSTILE } from "../src/load/actsOf.ts"
import { staged } from "../src/staged.ts"

const BODIES = process.env.FAULTS === "all" ? 10_000 : 300

it("FL1, I20: a process with a heap of 256 MiB answers hostile bodies, and then other callers", {
  timeout: 900_000
}, async () => {
  const { answers, after, heap } = await staged(
    { platforms: ["loud", "quiet"], subjects: 16, heapMiB: 256 },
    async ({ load, other, server }) => {
      const [loud, quiet] = server.seeds
      const { port } = server
      const answers: Record<string, number> = {}
      // The load fails if a response is a 5xx or longer than 64 KiB.
      for (let sent = 0; sent < BODIES; sent = countOf(answers)) {
        const paced = await other.pace({ port, seed: loud, flow: HOSTILE, users: 8, millis: 300 })
        for (const [status, count] of Object.entries(paced.answers)) answers[status] = (answers[status] ?? 0) + count
      }
      const after = await load.pace({ port, seed: quiet, flow: "signed legs 1 and 2", users: 2, millis: 200 })
      return { answers, after, heap: await server.heap() }
    }
  )
  expect(countOf(answers)).toBeGreaterThanOrEqual(BODIES)
  expect(answers["400"] ?? 0).toBeGreaterThan(BODIES / 2)
  expect(after.answers.done).toBeGreaterThan(0)
  expect(heap).toBeLessThan(256 * 2 ** 20)
})

const countOf = (answers: Readonly<Record<string, number>>): number =>
  Object.values(answers).reduce((sum, count) => sum + count, 0)
