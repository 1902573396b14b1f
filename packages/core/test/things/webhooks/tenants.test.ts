import { testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import { roundsOn } from "@countersign/harness/stores"
import { expireLeases } from "@countersign/harness/tables"
import { change, deliveries, endpoint, hookWorld, receiver, until } from "@countersign/harness/webhooks/receiver"
import { callers } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { migrate, postgres } from "@countersign/postgres"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { alpha, beta, makeDesk } from "./desk.ts"

const server = testDatabase()
const EVENTS = rounds(10_000, 600)

// Each test has a store of its own: a node that stopped leaves deliveries that are due later.
let schemas = 0
const schema = () => `tenants_${schemas}`

const stores = [
  {
    name: "memory",
    make: async () => Layer.succeed(Store, Effect.runSync(makeMemoryStore)),
    expireLeases: async (clock: { at: number }) => {
      clock.at += 30_000
    }
  },
  {
    name: "PostgreSQL",
    make: async () => {
      schemas += 1
      await migrate(server.pool(), { schema: schema() })
      return postgres({ pool: server.pool(), timeout: 300_000, schema: schema() })
    },
    // By the clock of the database, which a test cannot move.
    expireLeases: () => expireLeases(server.pool(), schema())
  }
]

describe.each(stores)("on $name", ({ expireLeases, make }) => {
  it("W10 I9: two platforms with many events receive only their own", async () => {
    const store = await make()
    const world = hookWorld({ store })
    const [mine, theirs] = [await receiver(), await receiver()]
    await endpoint(world, mine.url, callers.a)
    await endpoint(world, theirs.url, callers.b)
    const ids = { a: new Set<string>(), b: new Set<string>() }
    for (let nth = 0; nth < 15; nth += 1) {
      const made = await Promise.all([change(world, callers.a), change(world, callers.b), change(world, callers.b)])
      ids.a.add(made[0])
      for (const id of made.slice(1)) ids.b.add(id)
    }
    await mine.until(15)
    await theirs.until(30)
    expect(new Set(mine.events().map(({ event }) => event.data.id))).toEqual(ids.a)
    expect(new Set(theirs.events().map(({ event }) => event.data.id))).toEqual(ids.b)
    // A delivery is recorded after the receiver has answered.
    await expect.poll(async () => (await deliveries(world, "?status=DELIVERED&limit=100", callers.a)).length).toBe(15)
  })

  it("two nodes send each event once when there is no failure", async () => {
    const { rounds, store } = roundsOn(await make())
    const [one, two] = [hookWorld({ store }), hookWorld({ store })]
    let isFirst = true
    const there = await receiver(async ({ event }) => {
      // Both nodes look for due work while the first event is being sent.
      if (event.type !== "TEST" && isFirst) {
        isFirst = false
        await rounds("events")
      }
      return 200
    })
    await endpoint(one, there.url)
    const ids: Array<string> = []
    for (let nth = 0; nth < 20; nth += 1) ids.push(...(await Promise.all([change(one), change(two)])))
    await there.until(40)
    await until(async () => (await deliveries(two, "?status=PENDING")).length === 0)
    // A second delivery would begin meanwhile.
    await rounds("events")
    expect(
      there
        .events()
        .map(({ event }) => event.data.id)
        .toSorted()
    ).toEqual(ids.toSorted())
  })

  it("W8: another node sends a dead node's deliveries when their leases expire", async () => {
    const store = await make()
    const clock = { at: Date.now() }
    const lost = await makeDesk(() => new Promise(() => {}), { store, clock, timeout: 1000 })
    const next = await makeDesk(() => 200, { store, clock })
    await next.endpoint("https://hooks.example.com/")
    while ((await next.round()) > 0) {}
    const id = await next.happens()
    await lost.start()
    expect(await next.round()).toBe(0)
    await expireLeases(clock)
    expect(await next.round()).toBe(1)
    expect(await next.event(id)).toMatchObject({ status: "DELIVERED" })
  })
})

it(`W10: ${EVENTS} events of two platforms, none of them sent to the other`, async () => {
  const desk = await makeDesk(() => 200)
  await desk.endpoint("https://alpha.example.com/", alpha)
  await desk.endpoint("https://beta.example.com/", beta)
  await desk.round()
  desk.sent.length = 0
  const ids = { alpha: new Set<string>(), beta: new Set<string>() }
  for (let nth = 0; nth < EVENTS / 200; nth += 1) {
    for (const id of await desk.happenMany(100, alpha)) ids.alpha.add(id)
    for (const id of await desk.happenMany(100, beta)) ids.beta.add(id)
  }
  for (let nth = 0; nth < 3000 && desk.sent.length < EVENTS; nth += 1) {
    await desk.round()
    desk.clock.at += 100
  }
  for (const name of ["alpha", "beta"] as const) {
    const sent = desk.sent.filter(({ url }) => url === `https://${name}.example.com/`)
    expect(new Set(sent.map(({ id }) => id))).toEqual(ids[name])
    expect(sent).toHaveLength(EVENTS / 2)
  }
})
