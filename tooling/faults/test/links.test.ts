import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { serviceOf } from "@countersign/harness/nodes"
import { testDatabase } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, rounds } from "@countersign/harness/rounds"
import { committedBy } from "@countersign/harness/statements"
import { type Answer, callers, type LocalWorld, makeWorld, session, type World } from "@countersign/harness/world"
import { nodeBridge } from "@countersign/http/node"
import { type Pool, postgres } from "@countersign/postgres"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Direction, type TcpProxy, tcpProxy } from "../src/link/tcpProxy.ts"
import { points } from "./points.ts"
import { newOwner, type Owner, pendingSwitch, requireUnavailable, settled } from "./switching.ts"

/** Two links, two directions: 600 points in all, or 48. */
const POINTS = rounds(150, 12)
const TIMEOUT = 3000

const server = testDatabase()
let pool: pg.Pool
/** Runs each time the store is about to send a commit. */
let beforeCommit = () => {}
let world: LocalWorld
let owner: Owner
let database: TcpProxy
let door: TcpProxy
let outside: World
const front = createServer((request, response) => bridge(request, response))
let bridge: ReturnType<typeof nodeBridge>

beforeAll(async () => {
  database = await tcpProxy(server.port())
  pool = server.pool({ port: database.port, max: 4 })
  world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool: { connect: watched }, timeout: TIMEOUT }) })
  bridge = nodeBridge(world.countersign.handler)
  await new Promise<void>((resolve) => {
    front.listen(0, "127.0.0.1", resolve)
  })
  door = await tcpProxy((front.address() as AddressInfo).port)
  outside = serviceOf(() => [{ url: `http://127.0.0.1:${door.port}` }])
  owner = await newOwner(world)
})
afterAll(async () => {
  await door.close()
  front.closeAllConnections()
  front.close()
  await world.countersign.close()
  await pool.end()
  await database.close()
})

/** A connection of the pool whose commits are announced to {@link beforeCommit}. */
const watched: Pool["connect"] = async () => {
  const client = await pool.connect()
  return {
    query: (query) => {
      if (typeof query !== "string" && committedBy(query.text, query.values) !== undefined) beforeCommit()
      return client.query(query)
    },
    release: (error) => client.release(error),
    on: (event, listener) => client.on(event, listener),
    removeListener: (event, listener) => client.removeListener(event, listener)
  }
}

/** How many bytes a signed leg sends over a link: the least of several, as the work of the service beside it adds its own. */
const measured = async (link: TcpProxy, through: World, direction: Direction): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let times = 0; times < 5; times += 1) {
    const { leg, to } = await pendingSwitch(world, owner)
    link.recount()
    expect((await leg(through)).status).toBe(200)
    owner.isPrivate = to
    least = Math.min(least, link.passed[direction])
  }
  return least
}

/** A signed leg over a link that is cut after so many bytes, and what came of it. */
const cutAt = async (link: TcpProxy, through: World, bytes: number, direction: Direction) => {
  const pending = await pendingSwitch(world, owner)
  const before = link.cuts()
  link.cutAfter(bytes, direction)
  const answer: Answer | undefined = await pending.leg(through).catch(() => undefined)
  const isCut = link.cuts() > before
  link.cutAfter(Number.POSITIVE_INFINITY, direction)
  if (answer !== undefined && answer.status !== 200) requireUnavailable(answer)
  return { isCut, came: await settled(world, owner, pending, answer) }
}

/** Every connection is back in the pool, or gone: none is taken, and nobody waits for one. */
const requireRestored = () =>
  expect.poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount, pool.totalCount <= 4]).toEqual([0, 0, true])

const links = [
  ["database", "toServer", () => [database, world] as const],
  ["database", "toClient", () => [database, world] as const],
  ["caller", "toServer", () => [door, outside] as const],
  ["caller", "toClient", () => [door, outside] as const]
] as const

describe("D4 R13 R14: a signed leg, with a connection cut within it", () => {
  it.each(links)(
    `on the way to the %s, %s, after any of ${POINTS} numbers of bytes: done or not, and told so`,
    {
      timeout: 600_000
    },
    async (name, direction, ends) => {
      const [link, through] = ends()
      const bytes = await measured(link, through, direction)
      expect(bytes).toBeGreaterThan(100)
      const came = { done: 0, "done unheard": 0, "not done": 0 }
      let cuts = 0
      // A connection that is opened anew says more than one that stands: a tenth beyond the end.
      for (const point of points(POINTS, bytes * 1.1)) {
        const round = await cutAt(link, through, point, direction)
        came[round.came] += 1
        if (round.isCut) cuts += 1
        await requireRestored()
        // A session lasts a quarter of an hour.
        if (cuts % 50 === 49) owner.keys = (await session(world, callers.a, owner.credentialId)).keys
      }
      await requireWhole(server.pool())
      // Most cuts fall within the leg; where one does, its sender does not hear of success, or hears it too late to be cut.
      expect(cuts).toBeGreaterThan(POINTS * 0.6)
      expect(came.done).toBeLessThan(POINTS)
      figure(
        `${name} link cut ${direction} after 0 to ${Math.floor(bytes * 1.1)} bytes, ${POINTS} points, ${cuts} within: ` +
          `${came.done} acknowledged, ${came["not done"]} not done, ${came["done unheard"]} done unheard, 0 half done`
      )
    }
  )

  it("within the answer to its commit: 503, and what was done stands", { timeout: 600_000 }, async () => {
    const count = rounds(20, 4)
    let unheard = 0
    // The cut counts from the commit on: the number of bytes before it in the leg is not the same twice.
    for (let bytes = 0; bytes < 2 * count; bytes += 2) {
      const pending = await pendingSwitch(world, owner)
      beforeCommit = () => database.cutAfter(bytes, "toClient")
      const answer = await pending.leg()
      beforeCommit = () => {}
      database.cutAfter(Number.POSITIVE_INFINITY, "toClient")
      if (answer.status !== 200) requireUnavailable(answer)
      if ((await settled(world, owner, pending, answer)) === "done unheard") unheard += 1
    }
    // Work of the service beside the leg may take a cut upon itself.
    expect(unheard).toBeGreaterThanOrEqual(count / 2)
    await requireRestored()
    await requireWhole(server.pool())
  })
})

describe("F9 D6: a network that swallows what goes to the database", () => {
  it("is a 503 within the timeout, stalls nothing else, and is forgotten once it carries again", async () => {
    const pending = await pendingSwitch(world, owner)
    const read = () => world.call(callers.a, "GET", `/internal-accounts/${owner.accountId}`)
    database.blackhole()
    const delays = monitorEventLoopDelay({ resolution: 10 })
    delays.enable()
    const began = performance.now()
    const answers = await Promise.all([pending.leg(), ...Array.from({ length: 20 }, read)])
    const took = performance.now() - began
    delays.disable()
    for (const answer of answers) requireUnavailable(answer)
    expect(took).toBeLessThan(rounds(TIMEOUT + 1000, 10_000))
    expect(delays.max / 1e6).toBeLessThan(rounds(500, 3000))
    const live = await world.countersign.handler(new Request("http://countersign.test/health/live"))
    expect(live.status).toBe(200)
    database.pass()
    await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(200)
    // The signed leg may have waited in the network, and arrived after all: what its sender cannot know, the account can.
    await settled(world, owner, pending, answers[0])
    await requireRestored()
    await requireWhole(server.pool())
    figure(`a blackhole before the database: 21 calls of 21 answered 503 within ${took.toFixed(0)} ms`)
  })

  it("at the caller's side holds up no other caller", async () => {
    const pending = await pendingSwitch(world, owner)
    door.blackhole()
    const unheard = pending.leg(outside).catch(() => undefined)
    expect((await world.call(callers.a, "GET", `/internal-accounts/${owner.accountId}`)).status).toBe(200)
    door.pass()
    expect(await settled(world, owner, pending, await unheard)).toBe("done")
  })
})
