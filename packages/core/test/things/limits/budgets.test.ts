import {
  budgeted,
  codeMailLimits,
  codeMails,
  collections,
  defaultPolicy,
  noticeMails
} from "@countersign/core/internal"
import { CUSTOMERS, created, usd } from "@countersign/harness/externalAccounts"
import { bankOf, payee, quoteOf } from "@countersign/harness/payments"
import { callers, makeWorld, type World } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { type Change, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { wrongCodesFor } from "../../../src/things/one-time-codes/rules/visitor.ts"

const worldWith = (...options: Parameters<typeof makeWorld>): World => {
  const world = makeWorld(...options)
  onTestFinished(() => world.countersign.close())
  return world
}

const challenge = (world: World, caller: typeof callers.a, id: string) =>
  world.call(caller, "POST", `/auth/credentials/${id}/challenge`)

describe("I23: the budgets of mailed codes (GA5)", () => {
  it("a token mails as many codes to addresses of its choice as its environment may, and delays no other", async () => {
    const world = worldWith({ policy: { codesPerEnvironment: { capacity: 5, refillEvery: 10_000 } } })
    const statuses: Array<number> = []
    let last = ""
    for (let nth = 0; nth < 8; nth += 1) {
      const { credentialId } = await world.customer(callers.a, `${nth}@example.com`)
      const answer = await challenge(world, callers.a, credentialId)
      statuses.push(answer.status)
      last = answer.headers.get("retry-after") ?? ""
    }
    expect([statuses, last]).toEqual([[200, 200, 200, 200, 200, 429, 429, 429], "10"])
    const other = await world.customer(callers.b)
    expect((await challenge(world, callers.b, other.credentialId)).status).toBe(200)
  })

  it.each(["challengesPerCredential", "challengesPerAddress"])(
    "a call that %s refuses takes nothing from the budget of the environment",
    async (limit) => {
      const policy = {
        codesPerEnvironment: { capacity: 3, refillEvery: 10_000 },
        [limit]: { capacity: 1, refillEvery: 60_000 }
      }
      const world = worldWith({ policy })
      const one = await world.customer(callers.a, "one@example.com")
      expect((await challenge(world, callers.a, one.credentialId)).status).toBe(200)
      for (let nth = 0; nth < 20; nth += 1)
        expect((await challenge(world, callers.a, one.credentialId)).status).toBe(429)
      const two = await world.customer(callers.a, "two@example.com")
      expect((await challenge(world, callers.a, two.credentialId)).status).toBe(200)
    }
  )

  it("every plan that queues a code is counted, whatever the code is for, and no notice or retry is", () => {
    const order = (more: object) => ({
      credentialId: "AuthMethod:1",
      environment: { platformId: "acme", mode: "sandbox" },
      issueId: "Lookup:1",
      to: "Ada@Example.com",
      branding: {},
      sealedCode: "",
      expiresAt: 10,
      dueAt: 0,
      attempts: 0,
      ...more
    })
    const place = { environment: "sandbox/acme", id: "1", at: 0 } as const
    const keysOf = (change: Change) => codeMailLimits([change], defaultPolicy).map(({ key }) => key)
    const purposes = [{}, { purpose: "CONFIRM_ADDRESS" }, { purpose: "RECOVER_ACCOUNT" }]
    const both = ["mail ada@example.com", "codes"]
    expect(
      purposes.map((more) => keysOf({ op: "insert", collection: codeMails, ...place, body: order(more) }))
    ).toEqual([both, both, both])
    const again = { op: "replace", version: 1, collection: codeMails, ...place } as const
    expect([keysOf({ ...again, body: order({}) }), keysOf({ ...again, body: order({ attempts: 1 }) })]).toEqual([
      both,
      []
    ])
    const ofVisitor = { ...place, id: `${wrongCodesFor("ada@example.com")} Request:1` }
    expect(
      codeMailLimits([{ op: "insert", collection: codeMails, ...ofVisitor, body: order({}) }], defaultPolicy)
    ).toMatchObject([
      {
        environment: "sandbox/acme",
        key: "visitors ada@example.com",
        consistency: "strong",
        capacity: defaultPolicy.challengesPerAddress.capacity / 2,
        refillEvery: defaultPolicy.challengesPerAddress.refillEvery * 2
      },
      { key: "codes", consistency: "eventual" }
    ])
    expect(keysOf({ op: "insert", collection: noticeMails, ...place, body: order({}) })).toEqual([])
  })
})

describe("I25: records without a signature", () => {
  const few = { policy: { recordsPerOwner: { capacity: 3, refillEvery: 60_000 } } }

  it("a customer gets as many external accounts as the budget has, and delays no other customer (GA13)", async () => {
    const world = worldWith(few)
    const [one, other] = [await world.customer(callers.a), await world.customer(callers.a)]
    for (let nth = 1; nth <= 3; nth += 1) await payee(world, one.customerId, `${nth}`)
    const body = usd({ accountNumber: "1234567894" }, { customerId: one.customerId })
    const refused = await world.call(callers.a, "POST", "/customers/external-accounts", { body })
    expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([429, "RATE_LIMITED", "60"])
    expect(await created(world, usd({}, { customerId: other.customerId }), callers.a, CUSTOMERS)).toBeDefined()
  })

  it("a customer gets as many quotes as the budget has, and an unpaid one is removed with its payment (GA13)", async () => {
    const inner = Effect.runSync(makeMemoryStore)
    const world = worldWith({ ...few, store: Layer.succeed(Store, inner) })
    const { customerId } = await world.customer(callers.a)
    const [from, to] = [await bankOf(world, customerId, 10_000), await payee(world, customerId)]
    const quote = () => world.call(callers.a, "POST", "/quotes", { body: quoteOf(from, to) })
    const answers = [await quote(), await quote(), await quote(), await quote()]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429])
    const left = async (name: string, at: number) => {
      const all = collections.filter((collection) => collection.name === name)
      return Effect.runPromise(inner.sweep(all, at, 1000))
    }
    const day = 86_400_000
    await world.call(callers.a, "POST", "/sandbox/clock/advance", { body: { seconds: 3600 } })
    expect([await left("transactions", world.at() + 29 * day), await left("quotes", world.at() + 399 * day)]).toEqual([
      0, 0
    ])
    expect([await left("transactions", world.at() + 32 * day), await left("quotes", world.at() + 402 * day)]).toEqual([
      3, 3
    ])
    expect(await Effect.runPromise(inner.claimDue(orders(), world.at() + 1e9, 1, 10))).toEqual([])
  })

  const orders = () => {
    const found = collections.find(({ name }) => name === "outcome_orders")
    if (found === undefined) throw new Error("no collection outcome_orders")
    return found
  }

  /** Why the number of its records is bounded although they never expire. */
  const BOUNDED: Readonly<Record<string, string>> = {
    credentials: "at most twenty of an account; all but the first are signed",
    customers: "made by a token of the platform alone, which pays for its users; never through forUser",
    guardians: "signed",
    instruction_orders: "one of a payment, removed with the answer or the outcome",
    internal_accounts: "one for each currency of a customer, from the list of the host",
    journal: "at most three of a payment",
    known_keys: "three of a database, each with one fingerprint for each rotation",
    outcome_orders: "one of a payment, removed with its last step",
    platform_configs: "one of an environment",
    platform_settings: "one of an environment",
    privacy_orders: "one of an account, removed when done",
    receipt_heads: "one of an account",
    saved_codes: "one of an account",
    verification_orders: "one of an external account, removed when done",
    wallet_roots: "one of a store"
  }

  it("each collection has an expiry, a budget or a bound, and a new one needs a verdict (GA13)", () => {
    const verdicts = collections.map(({ expiry, name }) => [
      name,
      expiry !== undefined || budgeted.has(name) || Object.hasOwn(BOUNDED, name)
    ])
    expect(verdicts.filter(([, has]) => has === false)).toEqual([])
    const names = collections.map(({ name }) => name)
    expect([...budgeted, ...Object.keys(BOUNDED)].filter((name) => !names.includes(name))).toEqual([])
    expect(collections.filter(({ expiry, name }) => expiry !== undefined && Object.hasOwn(BOUNDED, name))).toEqual([])
  })
})
