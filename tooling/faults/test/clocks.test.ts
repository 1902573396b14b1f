import { type Node, serviceOf, startNode } from "@countersign/harness/nodes"
import { testDatabase } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, rounds } from "@countersign/harness/rounds"
import type { World } from "@countersign/harness/world"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { shiftable } from "../src/clock/shiftable.ts"
import { askedSwitch, newOwner, type Owner } from "./switching.ts"

/** Requests per node. */
const REQUESTS = rounds(500, 10)
const HOUR = 3_600_000

const server = testDatabase()
const nodes: Array<Node> = []
const one = serviceOf(() => nodes.slice(0, 1))
const other = serviceOf(() => nodes.slice(1))

beforeAll(async () => {
  nodes.push(...(await Promise.all([0, 1].map(() => startNode(server.url(), { execArgv: shiftable })))))
})
afterAll(() => Promise.all(nodes.map((node) => node.stop("SIGKILL"))))
afterEach(() => shift(0, 0))

const shift = (...millis: ReadonlyArray<number>) =>
  Promise.all(nodes.map((node, at) => node.send({ clockShift: millis[at] ?? 0 })))

/** The responses of two nodes to one signed leg that is sent to both at once. Its first leg was sent to `first`. */
const raced = async (first: World, owner: Owner): Promise<ReadonlyArray<string>> => {
  const requested = await askedSwitch(first, owner)
  if (requested.refused !== undefined) return [`${requested.refused.status} ${requested.refused.body.reason}`]
  const answers = await Promise.all([requested.leg(one), requested.leg(other)])
  if (answers.some(({ status }) => status === 200)) owner.isPrivate = requested.to
  return answers.map(({ body, status }) => (status === 200 ? "200" : `${status} ${body.reason}`)).sort()
}

/** The number of each pair of responses, over several requests. */
const tally = async (first: World, owner: Owner, requests = REQUESTS): Promise<Record<string, number>> => {
  const seen: Record<string, number> = {}
  for (let nth = 0; nth < requests; nth += 1) {
    const answers = (await raced(first, owner)).join(", ")
    seen[answers] = (seen[answers] ?? 0) + 1
  }
  return seen
}

const ONCE = "200, 401 Request id already used"

describe("two nodes of one database with different clocks", { timeout: 900_000 }, () => {
  it(`R8 S9: by three minutes: each of ${2 * REQUESTS} requests is consumed exactly once, by either node`, async () => {
    await shift(90_000, -90_000)
    const owners = [await newOwner(one), await newOwner(other)] as const
    const seen = await Promise.all([tally(one, owners[0]), tally(other, owners[1])])
    expect(seen).toEqual([{ [ONCE]: REQUESTS }, { [ONCE]: REQUESTS }])
    figure(`clocks at +90 s and -90 s: ${2 * REQUESTS} requests, each raced at both nodes, all consumed once`)
  })

  it("R7 S9 GO7: by two hours: records expire by the store's clock, which both nodes use", async () => {
    await shift(HOUR, -HOUR)
    const [fast, slow] = [await newOwner(one), await newOwner(other)]
    expect(await tally(one, fast)).toEqual({ [ONCE]: REQUESTS })
    expect(await tally(other, fast)).toEqual({ [ONCE]: REQUESTS })
    expect(await tally(one, slow, 5)).toEqual({ [ONCE]: 5 })
    expect(await tally(other, slow, 5)).toEqual({ [ONCE]: 5 })
    await requireWhole(server.pool())
    figure(`clocks at +1 h and -1 h: ${2 * REQUESTS + 10} requests, all consumed once`)
  })

  it("R8 GO7: when one clock jumps back an hour, both nodes keep serving, and no request is consumed twice", async () => {
    const owners = [await newOwner(one), await newOwner(other)] as const
    const both = Promise.all([tally(one, owners[0]), tally(other, owners[1])])
    await shift(-HOUR, 0)
    expect(await both).toEqual([{ [ONCE]: REQUESTS }, { [ONCE]: REQUESTS }])
    // On a machine of any speed, some requests are made after the jump.
    expect(await tally(one, owners[0], 5)).toEqual({ [ONCE]: 5 })
  })
})
