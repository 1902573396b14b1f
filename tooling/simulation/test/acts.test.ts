import { expect, it } from "vitest"
import { actsOf } from "../src/acts.ts"
import { randomOf } from "../src/scheduler/Random.ts"
import { actor } from "../src/scheduler/Scheduler.ts"

it("all parties but nature play as much less often as users visit less often", () => {
  const names = ["user 1", "thief in sandbox/a", "thief with a plan in sandbox/a", "heir lab", "nature"]
  const parties = new Map(names.map((name) => [name, { owner: actor(name), acts: { acts: async () => {} } }]))
  const counts = (visits?: number) => {
    const acts = actsOf(randomOf(1), parties, { days: 1000, ...(visits !== undefined && { visits }) })
    return names.map((name) => Math.round(acts.filter(({ who }) => who === name).length / 100) / 10)
  }
  // In a day, on average.
  for (const [nth, count] of counts().entries()) expect(Math.abs(count - ([2, 6, 3, 1, 6][nth] ?? 0))).toBeLessThan(0.4)
  for (const [nth, count] of counts(1).entries())
    expect(Math.abs(count - ([1, 3, 1.5, 0.5, 6][nth] ?? 0))).toBeLessThan(0.4)
})
