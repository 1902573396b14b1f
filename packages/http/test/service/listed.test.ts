import { requireListed } from "@countersign/harness/listed"
import { callers, makeWorld } from "@countersign/harness/world"
import { expect, it } from "vitest"

it("I16: a response that the OpenAPI document does not list fails the test that caused it", async () => {
  const world = makeWorld()
  const answer = await world.call(callers.a, "GET", "/customers/Customer:00000000-0000-7000-8000-000000000000")
  expect(() => requireListed("GET", "/customers/nobody", answer)).not.toThrow()
  expect(() => requireListed("GET", "/customers", answer)).toThrow("answered 404, which the document does not list")
  expect(() => requireListed("GET", "/verifications/none", answer)).toThrow(
    "refused USER_NOT_FOUND, which the document"
  )
  await world.countersign.close()
})
