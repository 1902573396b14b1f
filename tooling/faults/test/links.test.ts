import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { serviceOf } from "@countersign/harness/nodes"
import { testDatabase } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, limit, rounds } from "@countersign/harness/rounds"
import { type Answer, callers, type LocalWorld, makeWorld, session, type World } from "@countersign/harness/world"
import { nodeBridge } from "@countersign/http/node"
import { postgres } from "@countersign/postgres"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Direction, type TcpProxy, tcpProxy } from "../src/link/tcpProxy.ts"
import { points } from "./points.ts"
import { newOwner, type Owner, pendingSwitch, requireUnavailable, settled } from "./switching.ts"
import { watchedPool } from "./watchedPool.ts"

/** Number of cut points. With two links and two directions there are 600 in total, or 48. */
const POINTS = rounds(150, 12)
const TIMEOUT = 3000

const server = testDatabase()
let pool: pg.Pool
/** Runs each time before the store sends a commit. */
let beforeCommit = () => {}
let world: LocalWorld
let owner: Owner
let database: TcpProxy
let door: TcpProxy
let outside: World
const front = createServer({ keepAliveTimeout: 600_000 }, (request, response) => bridge(request, response))
let bridge: ReturnType<typeof nodeBridge>

beforeAll(async () => {
  database = await tcpProxy(server.port())
  pool = server.pool({ port: database.port, max: 4 })
  world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool: watched, timeout: TIMEOUT }) })
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

const watched = watchedPool(
  () => pool,
  () => beforeCommit()
)

/** The bytes that a signed leg sends over a link: the minimum of several runs, because background work adds more. */
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

/** Makes a signed leg over a link that is cut after a number of bytes. Returns its outcome. */
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

/** Requires that the pool has no connection in use and no waiting client. */
const requireRestored = () =>
  expect.poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount, pool.totalCount <= 4]).toEqual([0, 0, true])

const links = [
  ["database", "toServer", () => [database, world] as const],
  ["database", "toClient", () => [database, world] as const],
  ["caller", "toServer", () => [door, outside] as const],
  ["caller", "toClient", () => [door, outside] as const]
] as const

describe("D4 R13 R14: a signed leg during which a connection is cut", () => {
  it.each(links)(
    `on the link to the %s, %s, after ${POINTS} byte counts: completed or not, and reported as such`,
    {
      timeout: 600_000
    },
    async (name, direction, ends) => {
      const [link, through] = ends()
      const bytes = await measured(link, through, direction)
      expect(bytes).toBeGreaterThan(100)
      const arrived = { done: 0, "done unheard": 0, "not done": 0 }
      let cuts = 0
      // A new connection sends more bytes than an open one, so the cut points extend 10 % beyond the end.
      for (const point of points(POINTS, bytes * 1.1)) {
        const round = await cutAt(link, through, point, direction)
        arrived[round.came] += 1
        if (round.isCut) cuts += 1
        await requireRestored()
        // A session expires after 15 minutes.
        if (cuts % 50 === 49) owner.keys = (await session(world, callers.a, owner.credentialId)).keys
      }
      await requireWhole(server.pool())
      // Most cuts interrupt the leg. In that case its sender receives no success, or only after the cut.
      expect(cuts).toBeGreaterThan(POINTS * 0.6)
      // A read whose answer is cut runs again on a fresh connection (GO13), so the leg can succeed at every point. The
      // answer to a commit is cut in the next test.
      const isRepeated = name === "database" && direction === "toClient"
      expect(arrived.done).toBeLessThan(isRepeated ? POINTS + 1 : POINTS)
      figure(
        `${name} link cut ${direction} after 0 to ${Math.floor(bytes * 1.1)} bytes, ${POINTS} points, ${cuts} within: ` +
          `${arrived.done} acknowledged, ${arrived["not done"]} not done, ${arrived["done unheard"]} done without a response, 0 half done`
      )
    }
  )

  it("during the response to its commit: 503, and the commit is retained", { timeout: 600_000 }, async () => {
    const count = rounds(20, 4)
    let undelivered = 0
    // Count from the commit, because the number of bytes before it varies. Background work of the service may consume the
    // cut, so the legs go on until enough were cut.
    for (let bytes = 0; undelivered < count; bytes = (bytes + 2) % (2 * count)) {
      const pending = await pendingSwitch(world, owner)
      beforeCommit = () => database.cutAfter(bytes, "toClient")
      const answer = await pending.leg()
      beforeCommit = () => {}
      database.cutAfter(Number.POSITIVE_INFINITY, "toClient")
      if (answer.status !== 200) requireUnavailable(answer)
      if ((await settled(world, owner, pending, answer)) === "done unheard") undelivered += 1
    }
    await requireRestored()
    await requireWhole(server.pool())
  })
})

describe("F9 D6: a network that drops all packets to the database", () => {
  it("causes a 503 within the timeout, stalls no other call, and has no effect after it recovers", async () => {
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
    expect(took).toBeLessThan(limit(TIMEOUT + 1000))
    expect(delays.max / 1e6).toBeLessThan(limit(500))
    const live = await world.countersign.handler(new Request("http://countersign.test/health/live"))
    expect(live.status).toBe(200)
    database.pass()
    await expect.poll(async () => (await read()).status).toBe(200)
    // The signed leg may still have arrived. Its sender cannot know, but the account shows it.
    await settled(world, owner, pending, answers[0])
    await requireRestored()
    await requireWhole(server.pool())
    figure(`a blackhole before the database: 21 calls of 21 returned 503 within ${took.toFixed(0)} ms`)
  })

  it("between one caller and the service delays no other caller", async () => {
    const pending = await pendingSwitch(world, owner)
    door.blackhole()
    const undelivered = pending.leg(outside).catch(() => undefined)
    expect((await world.call(callers.a, "GET", `/internal-accounts/${owner.accountId}`)).status).toBe(200)
    door.pass()
    expect(await settled(world, owner, pending, await undelivered)).toBe("done")
  })
})
