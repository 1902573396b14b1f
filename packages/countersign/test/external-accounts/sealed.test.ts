import { byId, environmentKey, externalAccounts, load, replace } from "@countersign/core/internal"
import { created, gbp, read } from "@countersign/harness/externalAccounts"
import { makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { Effect, Layer } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { Store } from "../../src/effect.ts"

/** Whoever can write to the database gives one account what is said of the holder of another. */
const copied = (from: string, to: string) =>
  Effect.gen(function* () {
    const environment = environmentKey({ platformId: "alpha", mode: "sandbox" })
    const [source, target] = [byId(externalAccounts, environment, from), byId(externalAccounts, environment, to)]
    const { one, other } = yield* load({ one: source, other: target })
    if (one === undefined || other === undefined) throw new Error("there is no such account")
    const store = yield* Store
    const next = externalAccounts.decode({ ...other.value, sealed: one.value.sealed })
    yield* store.commit([replace(other, next, other.updatedAt)], [])
  })

it("D13: where money goes is not changed by copying a sealed account into the record of another", async () => {
  const store = Effect.runSync(makeMemoryStore)
  const world = makeWorld({ store: Layer.succeed(Store, store), logs: "none" })
  onTestFinished(() => world.countersign.close())
  const [eve, ada] = [await created(world, gbp("87654321")), await created(world, gbp("12345678"))]
  expect((await read(world, ada.id)).body.accountInfo.accountNumber).toBe("12345678")
  await Effect.runPromise(Effect.provideService(copied(eve.id, ada.id), Store, store))
  expect([(await read(world, ada.id)).status, (await read(world, eve.id)).status]).toEqual([500, 200])
})
