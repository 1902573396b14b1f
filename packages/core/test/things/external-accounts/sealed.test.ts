import { byId, environmentKey, externalAccounts, load, replace } from "@countersign/core/internal"
import { created, gbp, read } from "@countersign/harness/externalAccounts"
import { makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { expect, it, onTestFinished } from "vitest"

/** An attacker with write access to the database copies the encrypted fields of one account to another. */
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

it("D13: copying an encrypted account into another record does not redirect money", async () => {
  const store = Effect.runSync(makeMemoryStore)
  const world = makeWorld({ store: Layer.succeed(Store, store), logs: "none" })
  onTestFinished(() => world.countersign.close())
  const [eve, ada] = [await created(world, gbp("87654321")), await created(world, gbp("12345678"))]
  expect((await read(world, ada.id)).body.accountInfo.accountNumber).toBe("12345678")
  await Effect.runPromise(Effect.provideService(copied(eve.id, ada.id), Store, store))
  expect([(await read(world, ada.id)).status, (await read(world, eve.id)).status]).toEqual([500, 200])
})
