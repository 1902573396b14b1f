import { Effect, Layer, Result } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import {
  Conflict,
  CurrentEnvironment,
  customers,
  type Guard,
  type Row,
  Secrets,
  Store,
  StoreUnavailable
} from "../src/internal.ts"
import { operation } from "../src/steps/operation.ts"
import { Recorded, replace, unchanged } from "../src/store/plans.ts"
import { byId, type Stored } from "../src/store/records.ts"
import { customerId, customerOf, environment, here, T } from "./given.ts"

const rowOf = (version: number, email: string): Row => {
  const { value } = customerOf("APPROVED", email)
  return { environment, id: customerId, version, createdAt: T, updatedAt: T, body: customers.encode(value) }
}

/** A store with one customer, of which this node may have an earlier version in memory. */
const storeWith = ({ now, recent }: { readonly now: Row; readonly recent: Row | undefined }) => {
  const calls: Array<string> = []
  const guarded: Array<ReadonlyArray<Guard>> = []
  const state: { now: Row; failure?: StoreUnavailable } = { now }
  const unused = () => Effect.die("not used")
  const store = Store.of({
    recent: () => (recent === undefined ? undefined : [[recent]]),
    load: () =>
      Effect.sync(() => {
        calls.push("load")
        return [[state.now]]
      }),
    commit: (changes, guards) =>
      Effect.suspend((): Effect.Effect<void, Conflict | StoreUnavailable> => {
        calls.push("commit")
        guarded.push(guards)
        if (state.failure !== undefined) return Effect.fail(state.failure)
        const versions = [...changes, ...guards].flatMap((each) => ("version" in each ? [each.version] : []))
        if (versions.every((version) => version === state.now.version)) return Effect.void
        return Effect.fail(new Conflict({ because: "version", collection: "customers" }))
      }),
    find: unused,
    claimDue: unused,
    sweep: unused
  })
  return { calls, guarded, state, store }
}

const run = <A, E>(store: Store["Service"], program: Effect.Effect<A, E, Store | CurrentEnvironment | Secrets>) =>
  Effect.runPromise(
    Effect.provide(
      Effect.result(program),
      Layer.mergeAll(Layer.succeed(Store, store), Layer.succeed(CurrentEnvironment, here), Layer.mock(Secrets)({}))
    )
  )

interface Found {
  readonly found: { readonly customer: Pick<Stored<{ readonly email?: string | undefined }>, "value"> | undefined }
}
const emailOf = ({ found: { customer } }: Found): string => customer?.value.email ?? "none"
const reads = (_: undefined) => ({ customer: byId(customers, environment, customerId) })
const onRecent = () => operation(reads, { mayReadRecent: true })
const requested: Array<string> = []
beforeEach(() => void requested.splice(0))

/** Returns the customer's address, and guards nothing itself. Refuses an address that starts with "old". */
const greet = onRecent().decide((leg) => {
  const email = emailOf(leg)
  return email.startsWith("old")
    ? Result.fail(new Recorded({ changes: [], guards: [unchanged(customerIn(leg))] }, "old address" as const))
    : Result.succeed({ reply: email, changes: [], guards: [] })
})

const customerIn = <A>({ found: { customer } }: { readonly found: { readonly customer: A | undefined } }): A => {
  if (customer === undefined) throw new Error("the customer is missing")
  return customer
}

const versionGuards = (guards: ReadonlyArray<Guard> | undefined) =>
  (guards ?? []).map((guard) => (guard.guard === "version" ? `${guard.collection.name} ${guard.version}` : guard.guard))

describe("an operation that may read recent rows", () => {
  it("I5 S2: needs no load, and its commit guards the version of each row that it read", async () => {
    const row = rowOf(3, "new@example.com")
    const { calls, guarded, store } = storeWith({ now: row, recent: row })
    expect(await run(store, greet(undefined))).toEqual(Result.succeed("new@example.com"))
    expect([calls, versionGuards(guarded[0])]).toEqual([["commit"], ["customers 3"]])
  })

  it("I5 S2: decides again on loaded rows if a row has changed since it was cached", async () => {
    const { calls, guarded, store } = storeWith({
      now: rowOf(4, "newer@example.com"),
      recent: rowOf(3, "new@example.com")
    })
    expect(await run(store, greet(undefined))).toEqual(Result.succeed("newer@example.com"))
    expect(calls).toEqual(["commit", "load"])
    expect(versionGuards(guarded[0])).toEqual(["customers 3"])
  })

  it("never refuses because of a recent row, and writes nothing for a refusal that loaded rows do not confirm", async () => {
    const { calls, store } = storeWith({ now: rowOf(4, "new@example.com"), recent: rowOf(3, "old@example.com") })
    expect(await run(store, greet(undefined))).toEqual(Result.succeed("new@example.com"))
    expect(calls).toEqual(["load"])
  })

  it("returns a refusal that loaded rows confirm, and commits its plan once", async () => {
    const row = rowOf(3, "old@example.com")
    const { calls, store } = storeWith({ now: row, recent: row })
    expect(await run(store, greet(undefined))).toEqual(Result.fail("old address"))
    expect(calls).toEqual(["load", "commit"])
  })

  it("loads if no row is cached, and adds no guards then", async () => {
    const { calls, guarded, store } = storeWith({ now: rowOf(3, "new@example.com"), recent: undefined })
    expect(await run(store, greet(undefined))).toEqual(Result.succeed("new@example.com"))
    expect([calls, guarded]).toEqual([["load"], []])
  })

  it("guards a record once, even if the operation changes or guards it itself", async () => {
    const row = rowOf(3, "new@example.com")
    const { guarded, store } = storeWith({ now: row, recent: row })
    const guard = onRecent().decide((leg) =>
      Result.succeed({ reply: 0, changes: [], guards: [unchanged(customerIn(leg))] })
    )
    const change = onRecent().decide((leg) => {
      const customer = customerIn(leg)
      return Result.succeed({ reply: 0, changes: [replace(customer, customer.value, T)], guards: [] })
    })
    await run(store, guard(undefined))
    await run(store, change(undefined))
    expect(guarded.map(versionGuards)).toEqual([["customers 3"], []])
  })

  it("I15: does not repeat a commit whose outcome is unknown", async () => {
    const row = rowOf(3, "new@example.com")
    const { calls, state, store } = storeWith({ now: row, recent: row })
    state.failure = new StoreUnavailable({})
    expect(await run(store, greet(undefined))).toEqual(Result.fail(state.failure))
    expect(calls).toEqual(["commit"])
  })

  it("FT3: calls a verifier once, whether it accepts or refuses", async () => {
    const verified = (answer: Effect.Effect<string, "rejected">) =>
      onRecent()
        .prepare(() =>
          Effect.suspend(() => {
            requested.push("verifier")
            return answer
          })
        )
        .decide(({ prepared }) => Result.succeed({ reply: prepared, changes: [], guards: [] }))
    const rows = { now: rowOf(4, "newer@example.com"), recent: rowOf(3, "new@example.com") }
    expect(await run(storeWith(rows).store, verified(Effect.succeed("yes"))(undefined))).toEqual(Result.succeed("yes"))
    expect(requested).toEqual(["verifier"])
    expect(await run(storeWith(rows).store, verified(Effect.fail("rejected"))(undefined))).toEqual(
      Result.fail("rejected")
    )
    expect(requested).toEqual(["verifier", "verifier"])
  })

  it("loads again for each later attempt of the same call", async () => {
    const { calls, state, store } = storeWith({ now: rowOf(5, "a@example.com"), recent: rowOf(3, "a@example.com") })
    let race = true
    const touch = onRecent().decide((leg) => {
      const customer = customerIn(leg)
      if (customer.version === 5 && race) {
        race = false
        state.now = rowOf(6, "a@example.com")
      }
      return Result.succeed({ reply: customer.version, changes: [replace(customer, customer.value, T)], guards: [] })
    })
    expect(await run(store, touch(undefined))).toEqual(Result.succeed(6))
    expect(calls).toEqual(["commit", "load", "commit", "load", "commit"])
  })
})
