import { basic, callers } from "@countersign/harness/world"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type HostileBody, hostileBodies } from "../../soak/src/hostile/bodies.ts"
import { type Cost, costOf, type Service } from "../../soak/src/hostile/costs.ts"
import { openStage, type Stage } from "./edge/stage.ts"
import { seedOfRun } from "./settings.ts"
import { unitOf } from "./unitOf.ts"

/** The default body limit, less the bytes around the value. */
const LIMIT = 65_000
/** The maximum size of a response to a body. */
const LONGEST = 65_536
/** Every n-th body is sent, with a random start: `HOSTILE=1 SEED=7` sends all of them. */
const NTH = Number(process.env.HOSTILE ?? 12)

let stage: Stage
let service: Service
let bodies: ReadonlyArray<HostileBody>
beforeAll(async () => {
  stage = await openStage()
  service = { handler: stage.world.countersign.handler, authorization: basic(callers.a), base: "/2025-10-13" }
  bodies = hostileBodies(LIMIT, (prefix) => stage.known.get(prefix)?.[0])
})
afterAll(() => stage.close())

/** On an idle machine, a unit is 0.6 ms, and the most expensive body takes 3 ms. */
const UNITS = 30

/** Sends bodies. Throws at the first one whose response or cost exceeds its limit. */
const requireBounded = async (sent: ReadonlyArray<HostileBody>): Promise<ReadonlyArray<Cost>> => {
  const enough = unitOf() * UNITS
  const costs: Array<Cost> = []
  for (const body of sent) {
    const cost = await costOf(service, body, { enough, repeats: 40 })
    const { answered, millis, status } = cost
    const what = `SEED=${seedOfRun} ${body.endpoint}: ${body.name}`
    expect([what, status, status < 500]).toEqual([what, status, true])
    expect([what, "answer", answered, answered <= LONGEST]).toEqual([what, "answer", answered, true])
    expect([what, "cost", millis, millis <= enough]).toEqual([what, "cost", millis, true])
    costs.push(cost)
  }
  return costs
}

describe("I20, FL1: a body within the limit", () => {
  it("gets a response of at most 64 KiB at a bounded cost from every endpoint, with any contents", {
    timeout: 600_000
  }, async () => {
    const costs = await requireBounded(bodies.filter((_, nth) => (nth + seedOfRun) % NTH === 0))
    expect(new Set(costs.map(({ body }) => body.endpoint)).size).toBeGreaterThan(20)
  })

  it("costs in proportion to the length of a list, with any items (FL1)", async () => {
    const lists = bodies.filter(({ name }) =>
      /^a list of (?:nulls|right items|texts) at .*(?:transports|roles)/u.test(name)
    )
    expect(lists.length).toBeGreaterThan(3)
    await requireBounded(lists)
  })

  it("has a bounded cost when it is random", { timeout: 600_000 }, async () => {
    const endpoints = [...new Map(bodies.map((body) => [body.endpoint, body])).values()]
    const drawn = fc.sample(fc.tuple(fc.constantFrom(...endpoints), fc.json({ maxDepth: 6 })), {
      seed: seedOfRun,
      numRuns: 150
    })
    await requireBounded(drawn.map(([body, json]) => ({ ...body, name: json, text: () => json })))
  })
})
