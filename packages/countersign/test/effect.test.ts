import { it } from "@effect/vitest"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { CurrentEnvironment, layer, operations } from "../src/effect.ts"

describe("countersign/effect", () => {
  it.effect("runs the operations as layers and services, on the test's clock", () =>
    Effect.gen(function* () {
      const { customer, owners } = yield* operations.createCustomer({
        customerType: "INDIVIDUAL",
        email: "ada@example.com"
      })
      expect(customer).toMatchObject({ standing: "UNVERIFIED", createdAt: 0 })
      expect(owners).toEqual([])
      const { items } = yield* operations.listAccounts({ customerId: customer.customerId }, { limit: 10 })
      expect(items.map(({ type }) => type).toSorted()).toEqual(["EMBEDDED_WALLET", "INTERNAL_FIAT"])
    }).pipe(Effect.provideService(CurrentEnvironment, { platformId: "p", mode: "production" }), Effect.provide(layer()))
  )
})
