import { Store, Throttle, Wallets } from "@countersign/core"
import { memoryStore } from "@countersign/memory"
import type { CountersignOptions } from "countersign"
import { Effect, Layer } from "effect"

/** Fails every third call with a defect, so that the calls before it reach the code that fails. */
const everyThird = () => {
  let requested = 0
  return <A, E>(well: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      requested += 1
      return requested % 3 === 0 ? Effect.die(new Error("a port of the test failed")) : well
    })
}

const store = (port: "load" | "find" | "commit") =>
  Layer.effect(
    Store,
    Effect.map(Store, (whole) => {
      const failing = everyThird()
      const of = (name: typeof port) => (name === port ? failing : <A, E>(well: Effect.Effect<A, E>) => well)
      return Store.of({
        ...whole,
        load: (refs) => of("load")(whole.load(refs)),
        find: (query) => of("find")(whole.find(query)),
        commit: (changes, guards) => of("commit")(whole.commit(changes, guards))
      })
    })
  ).pipe(Layer.provide(memoryStore))

const throttle = Layer.sync(Throttle, () => {
  const failing = everyThird()
  return Throttle.of({ spend: () => failing(Effect.void) })
})

const wallets = Layer.sync(Wallets, () =>
  Wallets.of({ mnemonic: () => Effect.die(new Error("no wallet")), setPrivacy: () => Effect.void })
)

/** Services with one broken port each. */
export const broken: ReadonlyArray<readonly [string, CountersignOptions]> = [
  ["the store's reads", { store: store("load") }],
  ["the store's lists", { store: store("find") }],
  ["the store's commits", { store: store("commit") }],
  ["the throttle", { throttle }],
  ["the wallets", { wallets }]
]
