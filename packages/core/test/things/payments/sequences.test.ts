import { bankOf, payee, quoteOf, transferOf } from "@countersign/harness/payments"
import { testDatabase } from "@countersign/harness/postgres"
import { callers, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { postgres } from "@countersign/postgres"
import { Store } from "countersign/effect"
import { Effect, Layer, ManagedRuntime } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { events } from "../../../src/things/webhooks/rules/Event.ts"

const server = testDatabase()

const stores: ReadonlyArray<readonly [string, () => Promise<Store["Service"]>]> = [
  ["memory", () => Effect.runPromise(makeMemoryStore)],
  [
    "PostgreSQL",
    async () => {
      const pool = server.pool()
      const runtime = ManagedRuntime.make(postgres({ pool, timeout: 300_000 }))
      onTestFinished(() => runtime.dispose())
      return runtime.runPromise(
        Effect.gen(function* () {
          return yield* Store
        })
      )
    }
  ]
]

/** The id of the object of an event: of its own record, not of a record that it refers to. */
const ID_OF: Readonly<Record<string, string>> = {
  OUTGOING_PAYMENT: "transactionId",
  INCOMING_PAYMENT: "transactionId",
  INTERNAL_ACCOUNT: "accountId",
  EXTERNAL_ACCOUNT: "externalAccountId",
  CUSTOMER: "customerId",
  VERIFICATION: "verificationId"
}

/** The sequences of all events of an environment, by the object of the event. */
const sequencesOf = async (store: Store["Service"]) => {
  const all = new Map<string, Array<number>>()
  const query = {
    collection: events,
    environment: "sandbox/alpha" as const,
    index: { name: "all", values: [] },
    limit: 1000
  }
  for (const { body } of await Effect.runPromise(store.find(query))) {
    const { sequence, subject, type } = events.decode(body)
    const id: unknown = Object(subject)[ID_OF[type.split(".")[0] ?? ""] ?? ""]
    if (sequence === undefined || typeof id !== "string") throw new Error(`an event ${type} without its object`)
    all.set(id, [...(all.get(id) ?? []), sequence])
  }
  return new Map([...all].map(([id, found]) => [id, found.toSorted((one, other) => one - other)]))
}

describe.each(stores)("the sequence of events, in %s", (_, open) => {
  it("grows by one with each event of one object, from 1 on, with concurrent commits of two nodes (FC7, W7)", async () => {
    const store = await open()
    const nodes = [1, 2].map(() => makeWorld({ clock: "real", store: Layer.succeed(Store, store), logs: "none" })) as [
      World,
      World
    ]
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.countersign.close()))))
    const call = (method: string, path: string, body?: unknown, node = nodes[0]) =>
      node.call(callers.a, method, path, body === undefined ? {} : { body })

    const customer = await call("POST", "/customers", {
      customerType: "BUSINESS",
      businessInfo: { legalName: "Acme Ltd", taxId: "99-1234567890", registrationNumber: "RC-1999" }
    })
    const customerId = String(customer.body.id)
    await Promise.all([1, 2].map(() => call("POST", "/verifications", { customerId })))
    const accountId = await bankOf(nodes[0], customerId)
    const funds = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        call("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000 }, nodes[nth % 2])
      )
    )
    expect(funds.map(({ status }) => status)).toEqual(funds.map(() => 200))
    const far = await payee(nodes[0], customerId, "006")
    const quotes = await Promise.all([1, 2, 3, 4].map(() => call("POST", "/quotes", quoteOf(accountId, far, 1000))))
    await Promise.all(
      quotes.map(({ body }, nth) => call("POST", `/quotes/${body.id}/execute`, undefined, nodes[nth % 2]))
    )
    const waiting = await payee(nodes[0], customerId, "005")
    const transfer = await call("POST", "/transfer-out", transferOf(accountId, waiting, 700))
    for (const status of ["INACTIVE", "ACTIVE"]) {
      await call("PATCH", `/customers/external-accounts/${waiting}`, { status })
    }
    await call("POST", "/sandbox/clock/advance", { seconds: 31 })

    const sequences = await sequencesOf(store)
    for (const [id, found] of sequences) {
      expect([id, found]).toEqual([id, found.map((_, nth) => nth + 1)])
    }
    const counts = [accountId, quotes[0]?.body.transactionId, transfer.body.id, waiting].map(
      (id) => sequences.get(id)?.length
    )
    // The account: 12 deposits, 4 quotes paid and refunded, and a transfer sent and refunded.
    expect(counts).toEqual([expect.any(Number), 3, 3, 3])
    expect(counts[0]).toBeGreaterThanOrEqual(14)
  })
})

type World = ReturnType<typeof makeWorld>
