import { bankOf, payee, transferOf } from "@countersign/harness/payments"
import { testDatabase } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, rounds } from "@countersign/harness/rounds"
import { runCommand } from "@countersign/harness/told"
import { change, endpoint, hookWorld, receiver } from "@countersign/harness/webhooks/receiver"
import { callers } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { routed } from "countersign/effect"
import { expect, it } from "vitest"
import { keepDoing } from "./keepDoing.ts"
import { keepSigningIn } from "./keepSigningIn.ts"
import { keepSwitching } from "./keepSwitching.ts"

const [one, two] = [testDatabase(), testDatabase()]
const PEOPLE = rounds(8, 2)
/** Effects of each kind before the move and after it. */
const AROUND = rounds(100, 8)

/** A node with a route of its own, which the test changes as a restart would. */
const startNode = () => {
  const route: { alpha: "one" | "two" } = { alpha: "one" }
  const world = hookWorld({
    store: routed({
      databases: {
        one: postgres({ pool: one.pool({ max: 6 }), timeout: 60_000 }),
        two: postgres({ pool: two.pool({ max: 6 }), timeout: 60_000 })
      },
      of: ({ platformId }) => (platformId === "alpha" ? route.alpha : "one")
    })
  })
  return { world, route }
}

it("moves a platform in use to another database: every effect that was acknowledged is there once", {
  timeout: 1_200_000
}, async () => {
  const nodes = [startNode(), startNode()]
  const worlds = nodes.map(({ world }) => world)
  const [first, second] = worlds
  if (first === undefined || second === undefined) throw new Error("there are two nodes")
  const hooks = await receiver()
  await endpoint(first, hooks.url)
  const { customerId } = await first.customer(callers.a)
  const [from, to] = [await bankOf(first, customerId, 1_000_000), await payee(first, customerId)]

  const signIns = await keepSigningIn(second, PEOPLE)
  const switches = await keepSwitching(first, PEOPLE)
  const payments = keepDoing(worlds, (world) =>
    world.call(callers.a, "POST", "/transfer-out", { body: transferOf(from, to) })
  )
  const events = keepDoing(worlds, async (world) => {
    try {
      return { status: 201, headers: new Headers(), body: { id: await change(world) } }
    } catch (error) {
      const isRefused = error instanceof Error && error.message.includes(" answered 503: ")
      const headers = new Headers(isRefused ? { "retry-after": "1" } : {})
      return { status: isRefused ? 503 : 500, headers, body: { code: "SERVICE_UNAVAILABLE", reason: String(error) } }
    }
  })
  const people = keepDoing(worlds, (world, nth) =>
    world.call(callers.a, "POST", "/customers", {
      body: { customerType: "INDIVIDUAL", email: `person${nth}@example.com` }
    })
  )
  // The other platform stays, and no call of it is refused.
  const others = keepDoing(worlds, (world) =>
    world.call(callers.b, "POST", "/customers", { body: { customerType: "INDIVIDUAL", email: "b@example.com" } })
  )
  const loads = [payments, events, people, others]
  const more = async () => {
    const goals = loads.map(({ done }) => done.length + AROUND)
    const [signed, switched] = [signIns.opened.length + AROUND, switches.acknowledged.length + AROUND]
    await expect
      .poll(
        () =>
          loads.every(({ done }, nth) => done.length >= (goals[nth] ?? 0)) &&
          signIns.opened.length >= signed &&
          switches.acknowledged.length >= switched,
        { timeout: 400_000 }
      )
      .toBe(true)
  }
  const command = (last = "") =>
    runCommand(`move --json --platform alpha --from ${one.url()} --to ${two.url()} ${last}`.trim().split(" "))

  await more()
  const copied = await command()
  expect(copied).toMatchObject({ code: 3, err: "" })
  // Nodes get the new route one after the other, and both read the same.
  const [node, other] = nodes
  if (node === undefined || other === undefined) throw new Error("there are two nodes")
  node.route.alpha = "two"
  for (const path of ["/customers?limit=100", "/transactions?limit=100", `/internal-accounts/${from}`]) {
    const [read, same] = [await first.call(callers.a, "GET", path), await second.call(callers.a, "GET", path)]
    expect([path, read.status, read.body.data ?? read.body]).toEqual([path, 200, same.body.data ?? same.body])
  }
  other.route.alpha = "two"
  const refusedBefore = payments.refused.length
  expect(refusedBefore).toBeGreaterThan(0)
  expect(await command("--open")).toMatchObject({ code: 0, err: "" })
  await more()
  await Promise.all([...loads.map(({ stop }) => stop()), signIns.stop(), switches.stop()])

  expect([signIns.odd, switches.odd, ...loads.map(({ odd }) => odd)]).toEqual([[], [], [], [], [], []])
  expect(others.refused).toEqual([])
  expect(await signIns.missing(two.pool())).toEqual([])
  expect(await switches.missing(two.pool())).toEqual([])
  await requireWhole(two.pool())
  await requireWhole(one.pool())

  // Each payment that was acknowledged exists, and each that exists was booked once.
  const { rows } = await two.pool().query("select 'Transaction:' || id as id from countersign.transactions")
  const existing = rows.map(({ id }) => String(id))
  expect(payments.done.map(({ body }) => String(body.id)).filter((id) => !existing.includes(id))).toEqual([])
  const account = await first.call(callers.a, "GET", `/internal-accounts/${from}`)
  expect(account.body.balance.amount).toBe(1_000_000 - 5 * existing.length)

  // Each event that was acknowledged is delivered, and none twice.
  const delivered = () => hooks.events().map(({ event }) => String(event.data.id))
  const ids = events.done.map(({ body }) => String(body.id))
  await expect.poll(() => ids.filter((id) => delivered().includes(id)).length, { timeout: 900_000 }).toBe(ids.length)
  const deliveries = hooks.events().map(({ headers }) => String(headers["webhook-id"]))
  expect(deliveries.filter((id, nth) => deliveries.indexOf(id) !== nth)).toEqual([])

  // Each customer of the load exists once, with the ids that were answered.
  const customers = await two.pool().query("select 'Customer:' || id as id from countersign.customers")
  const known = new Set(customers.rows.map(({ id }) => String(id)))
  expect(people.done.map(({ body }) => String(body.id)).filter((id) => !known.has(id))).toEqual([])
  expect((await one.pool().query("select 1 from countersign.transactions")).rows).toEqual([])
  figure(
    `a move in use: ${signIns.opened.length} sign-ins, ${switches.acknowledged.length} signed calls, ${existing.length} payments, ${ids.length} events, 0 lost, 0 doubled; ${payments.refused.length} payments refused meanwhile`
  )
})
