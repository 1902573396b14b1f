import { callers, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { events } from "../../../src/things/webhooks/rules/Event.ts"

it("announces INTERNAL_ACCOUNT.STATUS_UPDATED for each account that closes with its customer (FC13, W4)", async () => {
  const store = await Effect.runPromise(makeMemoryStore)
  const world = makeWorld({ store: Layer.succeed(Store, store), logs: "none" })
  onTestFinished(() => world.countersign.close())
  const customer = await world.call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL" } })
  const path = `/internal-accounts?customerId=${customer.body.id}`
  const ids = (await world.call(callers.a, "GET", path)).body.data.map(({ id }: { readonly id: string }) => id)
  expect((await world.call(callers.a, "DELETE", `/customers/${customer.body.id}`)).status).toBe(200)
  const index = { name: "all", values: [] }
  const rows = await Effect.runPromise(
    store.find({ collection: events, environment: "sandbox/alpha", index, limit: 9 })
  )
  const closed = rows
    .map(({ body }) => events.decode(body))
    .filter(({ type }) => type === "INTERNAL_ACCOUNT.STATUS_UPDATED")
  expect(closed.map(({ sequence, subject }) => [Object(subject).accountId, Object(subject).status, sequence])).toEqual(
    expect.arrayContaining(ids.map((id: string) => [id, "CLOSED", 1]))
  )
  expect(closed).toHaveLength(ids.length)
})
