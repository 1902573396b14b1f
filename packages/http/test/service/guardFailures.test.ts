import { brittleStore } from "@countersign/harness/stores"
import { callers, makeWorld } from "@countersign/harness/world"
import type { Guard } from "countersign"
import { StoreUnavailable } from "countersign/effect"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"

type World = ReturnType<typeof makeWorld>

const sandbox = ({ countersign }: World) => countersign.api.in({ platformId: "alpha", mode: "sandbox" })
const bySignature = async (world: World) => {
  const { accountId } = await world.customer(callers.a)
  return sandbox(world).requireSignature("CreatePayout", () => ({ accountId, payload: { amount: 500 } }))
}
const bySession = async (world: World) => sandbox(world).requireSession()

const calls = (guard: Guard<unknown>) => {
  const handler = guard.handler(() => Response.json({ reason: "granted" }))
  return async () => {
    const answer = await handler(new Request("http://host.test/payouts", { method: "POST" }))
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
}

describe.each([
  { name: "requireSignature", guardOf: bySignature, open: 202 },
  { name: "requireSession", guardOf: bySession, open: 401 }
])("an endpoint behind $name", ({ guardOf, open }) => {
  it("I16: answers by name after the service was closed, so that the client tries another node", async () => {
    const world = makeWorld()
    const call = calls(await guardOf(world))
    await world.countersign.close()
    const { body, headers, status } = await call()
    expect([status, body.code, body.reason]).toEqual([503, "SERVICE_UNAVAILABLE", "Service is stopping"])
    expect([headers.get("cache-control"), headers.get("connection")]).toEqual(["no-store", "close"])
  })

  it("I16: never fails with the host's error while the service closes", async () => {
    const world = makeWorld()
    const call = calls(await guardOf(world))
    const answers = [call(), call()]
    const closed = world.countersign.close()
    for (let turn = 0; turn < 40; turn += 1) {
      answers.push(call())
      await Promise.resolve()
    }
    await closed
    for (const { status } of await Promise.all(answers)) expect([open, 503]).toContain(status)
  })
})

it("R14 D11: a guard distinguishes a store that is unavailable from one with a defect", async () => {
  let failure: Effect.Effect<never, StoreUnavailable> = Effect.fail(new StoreUnavailable({}))
  const { state, store } = brittleStore("load", () => failure)
  const world = makeWorld({ store, logs: "none" })
  const call = calls(await bySignature(world))
  state.isArmed = true
  const failed = await call()
  expect([failed.status, failed.headers.get("retry-after")]).toEqual([503, "1"])
  failure = Effect.die(new Error("secret-in-a-stack"))
  const broken = await call()
  expect([broken.status, broken.body.code]).toEqual([500, "INTERNAL_ERROR"])
  expect(broken.body.details.incident).toMatch(/^[0-9a-f-]{16,}$/u)
  expect(JSON.stringify(broken.body)).not.toContain("secret-in-a-stack")
  state.isArmed = false
  expect((await call()).status).toBe(202)
  await world.countersign.close()
})

it("I16: a guard answers by name when its call misses the deadline, and when the node has no slot for it", async () => {
  const { state, store } = brittleStore("load", () => Effect.never)
  const world = makeWorld({ store, logs: "none", policy: { callTimeout: 50, callsInProgress: 2 } })
  const call = calls(await bySignature(world))
  state.isArmed = true
  const answers = await Promise.all([call(), call()])
  expect(answers.map(({ body, status }) => [status, body.code, body.reason])).toEqual([
    [503, "SERVICE_UNAVAILABLE", "Deadline passed"],
    [503, "SERVICE_UNAVAILABLE", "Too many calls in progress"]
  ])
  for (const { headers } of answers) expect(headers.get("retry-after")).toMatch(/^[1-5]$/u)
  await world.countersign.close()
})
