import { basic, callers, makeWorld } from "@countersign/harness/world"
import { mountedUnder } from "countersign"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

/** A request whose body another middleware has consumed. */
const read = async (path: string): Promise<Request> => {
  const request = new Request(`http://countersign.test${path}`, {
    method: "POST",
    headers: { authorization: basic(callers.a), "content-type": "application/json" },
    body: '{"customerType":"INDIVIDUAL"}'
  })
  await request.text()
  return request
}
const guard = world.countersign.api
  .in({ platformId: "alpha", mode: "sandbox" })
  .requireSignature("Pay", () => ({ accountId: "x", payload: {} }))

describe("I16: a body that was consumed before", () => {
  it.each([
    ["the service", "/2025-10-13/customers", world.countersign.handler],
    ["the service below a prefix", "/wallet/2025-10-13/customers", mountedUnder("/wallet", world.countersign.handler)],
    ["a guard", "/payouts", async (request: Request) => (await guard.check(request)).answer]
  ])("is refused by name at %s, with a cure", async (_, path, handler) => {
    const answer = await handler(await read(path))
    expect([answer?.status, await answer?.json()]).toMatchObject([
      400,
      {
        code: "INVALID_REQUEST_FORMAT",
        reason: "Body already read",
        message: expect.stringMatching(/Mount this handler before the body parser/u)
      }
    ])
  })
})
