import { Cause, Effect, Exit, Layer, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { CurrentEnvironment, customers, Secrets, Store } from "../src/internal.ts"
import type { EnvironmentKey } from "../src/model/Environment.ts"
import { begins, finishes } from "../src/steps/legs.ts"
import { operation } from "../src/steps/operation.ts"
import { rawPayload } from "../src/steps/pendingRequest.ts"
import { challenged } from "../src/steps/SignedOperation.ts"
import { signedRetry } from "../src/steps/signedRetry.ts"
import { byId } from "../src/store/records.ts"
import { accountId, customerId, customerOf, here, T } from "./given.ts"

const { collection, environment, id, value } = customerOf("APPROVED", "a@example.com")
const row = { environment, id, version: 1, createdAt: T, updatedAt: T, body: collection.encode(value) }
const unused = () => Effect.die("not used")
const store = Store.of({
  load: (refs) => Effect.succeed(refs.map(() => [row])),
  commit: () => Effect.void,
  find: unused,
  claimDue: unused,
  sweep: unused
})
const services = Layer.mergeAll(
  Layer.succeed(Store, store),
  Layer.succeed(CurrentEnvironment, here),
  Layer.mock(Secrets)({})
)

interface Named {
  readonly name: string
}
const reads = (_: Named, of: EnvironmentKey) => ({ customer: byId(customers, of, customerId) })
const replied = <Reply>(reply: Reply) => Result.succeed({ reply, changes: [], guards: [] })

describe("a chain of steps", () => {
  it("gives each step what the steps before it added", async () => {
    const greet = operation(reads)
      .more(({ found }) => Effect.succeed({ email: found.customer?.value.email }))
      .check(({ command }) => Result.succeed({ greeting: `to ${command.name}` }))
      .prepare(({ checked }) => Effect.succeed(checked.greeting.length))
      .decide(({ checked, found, prepared }) => replied([found.email, checked.greeting, prepared] as const))
    const greeted = await Effect.runPromise(Effect.provide(greet({ name: "Ada" }), services))
    expect(greeted).toEqual(["a@example.com", "to Ada", 6])
  })

  it("shows the name of the step in a stack trace", async () => {
    const broken = operation(reads).decide(function decideNothing(): Result.Result<never> {
      throw new Error("not decided")
    })
    const exit = await Effect.runPromiseExit(Effect.provide(broken({ name: "Ada" }), services))
    const [reason] = Exit.isFailure(exit) ? exit.cause.reasons.filter(Cause.isDieReason) : []
    expect(reason?.defect).toBeInstanceOf(Error)
    expect(String(Reflect.get(Object(reason?.defect), "stack"))).toMatch(
      /decideNothing \[as decide\] \(.*steps\.test\.ts/u
    )
  })

  it("does not compile with a step that uses what no step before it adds", () => {
    const begun = begins(reads)
    const checked = operation(reads).check(() => Result.succeed({ isKnown: true }))
    const wrong = [
      // @ts-expect-error: `prepare` has no records
      begun.prepare(({ found }) => Effect.succeed(found)),
      // @ts-expect-error: there is no such record
      begun.check(({ found }) => Result.succeed({ other: found.other })),
      // @ts-expect-error: nothing was prepared
      checked.decide(({ prepared }) => replied(prepared)),
      // @ts-expect-error: `check` returned something else
      checked.decide((leg) => replied(leg.checked.isMissing)),
      // @ts-expect-error: the first leg has no intent
      begun.check(({ intent }) => Result.succeed({ intent })),
      // @ts-expect-error: `more` only loads
      begun.more(() => Effect.fail("refused")),
      // @ts-expect-error: a second leg does not ask for a signature
      finishes(Schema.String, reads).decide(() => Result.succeed(asked(1)))
    ]
    expect(wrong).toHaveLength(7)
  })

  it("does not compile with a second step of a name, or with an earlier step after a later one", () => {
    const load = () => Effect.succeed({})
    const check = () => Result.succeed({})
    const wrong = [
      // @ts-expect-error: it would replace the first
      begins(reads).more(load).more(load),
      // @ts-expect-error: it would replace the first
      begins(reads).check(check).check(check),
      // @ts-expect-error: it would replace the first
      operation(reads).more(load).more(load),
      // @ts-expect-error: `more` runs before `check`
      operation(reads).check(check).more(load),
      // @ts-expect-error: `check` runs before `prepare`
      operation(reads).prepare(load).check(check),
      // @ts-expect-error: `inTurn` runs first
      operation(reads).more(load).inTurn,
      // @ts-expect-error: only `decide` follows
      operation(reads).lost(() => undefined).lost
    ]
    expect(wrong).toHaveLength(7)
  })

  it("does not compile if the legs disagree", () => {
    const call = () => ({ method: "POST", path: "/", body: null })
    const of = { name: "RenameCredential", call, wallets: () => undefined }
    const begin = begins(reads).decide(() => Result.succeed(asked("text")))
    const number = finishes(Schema.Number, reads).decide(() => replied(undefined))
    const other = finishes(Schema.String, (_: { readonly nth: number }) => ({})).decide(() => replied(undefined))
    const whole = finishes(Schema.String, reads).decide(() => replied(undefined))
    const wrong = [
      // @ts-expect-error: the first leg stores a text, and the second one reads a number
      signedRetry({ ...of, begin, finish: number }),
      // @ts-expect-error: the legs take different commands
      signedRetry({ ...of, begin, finish: other }),
      signedRetry({ ...of, begin, finish: whole })
    ]
    expect(wrong).toHaveLength(3)
  })

  it("does not compile if the second leg cannot decide again what a first leg that stores nothing decided", () => {
    const call = () => ({ method: "POST", path: "/", body: null })
    const of = { name: "RenameCredential", call, wallets: () => undefined, account: () => accountId }
    const drawing = begins(reads)
      .prepare(() => Effect.succeed("an id"))
      .decide(() => Result.succeed(asked("text")))
    const begin = begins(reads).decide(() => Result.succeed(asked("text")))
    const finish = finishes(Schema.String, reads).decide(() => replied(undefined))
    const other = finishes(Schema.String, (_: Named) => ({})).decide(() => replied(undefined))
    const wrong = [
      // @ts-expect-error: the first leg draws an id
      signedRetry({ ...of, begin: drawing, finish }),
      // @ts-expect-error: the second leg does not load the customer
      signedRetry({ ...of, begin, finish: other }),
      signedRetry({ ...of, begin, finish })
    ]
    expect(wrong).toHaveLength(3)
  })
})

const asked = <Intent>(intent: Intent) =>
  challenged({
    accountId,
    credentialType: "PASSKEY",
    signer: { _tag: "SessionOfAccount" },
    activity: rawPayload(accountId, null),
    intent
  })
