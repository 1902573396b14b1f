import { answerOf, callers, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { type Ref, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"

const loads: Array<ReadonlyArray<Ref>> = []
/** Reads of workers and of the sandbox clock, beside those of the call. */
const BESIDE = ["moved_clocks", "platform_configs", "platform_settings"]
const world = makeWorld({
  store: Layer.effect(
    Store,
    Effect.map(makeMemoryStore, (inner) =>
      Store.of({
        ...inner,
        load: (refs) => {
          if (!refs.every(({ collection }) => BESIDE.includes(collection.name))) loads.push(refs)
          return inner.load(refs)
        }
      })
    )
  )
})
afterAll(() => world.countersign.close())

let [customerId, accountId, credentialId] = ["", "", ""]
let handler: (request: Request) => Promise<Response>
beforeAll(async () => {
  ;({ accountId, credentialId, customerId } = await world.customer(callers.a))
  handler = world.countersign.forUser(() => ({ platformId: "alpha", mode: "sandbox", customerId }))
})

const call = async (method: string, path: string, body?: object) => {
  loads.splice(0)
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }
  const { body: answer, status } = await answerOf(
    await handler(new Request(`https://pay.example/2025-10-13${path}`, { method, ...sent }))
  )
  return [status, answer?.reason, loads.length]
}

const ids = (count: number) => Array.from({ length: count }, () => `Session:${crypto.randomUUID()}`)

it("GA12: a body of an end user that does not decode costs no read of the store, whatever ids it has", async () => {
  for (const body of [
    { accountId: ids(1_150) },
    { accountId, more: ids(1_150) },
    Object.fromEntries(ids(200).entries())
  ]) {
    expect(await call("POST", "/auth/sessions/revoke-others", body)).toEqual([400, undefined, 0])
  }
  for (const path of [`/auth/sessions?accountId=${ids(1)}`, `/auth/sessions?accountId=${accountId}&k=${ids(1)}`]) {
    expect(await call("GET", path)).toEqual([400, undefined, 0])
  }
})

it("GA12: a call of an end user names at most 8 objects, wherever it takes any field", async () => {
  const quote = (count: number) => ({
    source: { sourceType: "ACCOUNT", accountId },
    destination: { destinationType: "ACCOUNT", accountId: `ExternalAccount:${crypto.randomUUID()}` },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 100,
    senderCustomerInfo: { a: [{ b: ids(count - 2) }] }
  })
  expect(await call("POST", "/quotes", quote(9))).toEqual([400, "Too many ids", 0])
  // The owners of all of them are read in one round trip.
  expect(await call("POST", "/quotes", quote(8))).toEqual([404, "Not an object of the user", 1])
  // The same id counts once.
  const [one] = ids(1)
  expect(await call("POST", "/quotes", { ...quote(2), senderCustomerInfo: { a: Array(1_000).fill(one) } })).toEqual([
    ...[404, "Not an object of the user", 1]
  ])
})

it("GA12: the owner of an object is read with its account, in one round trip", async () => {
  expect(await call("POST", `/auth/credentials/${credentialId}/challenge`)).toEqual([200, undefined, 2])
  expect(loads[0]?.length).toBe(1)
  const other = await world.customer(callers.a)
  expect(await call("POST", `/auth/credentials/${other.credentialId}/challenge`)).toEqual([
    ...[404, "Not an object of the user", 1]
  ])
})
