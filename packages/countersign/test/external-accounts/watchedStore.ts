import {
  ALL,
  type Change,
  type Collection,
  type Declaration,
  type EnvironmentKey,
  type Event,
  type ExternalAccount,
  events,
  externalAccounts,
  Store,
  StoreUnavailable,
  verificationOrders
} from "@countersign/core/internal"
import { makeMemoryStore } from "@countersign/memory"
import { Effect, Layer } from "effect"

type Death = "before" | "after"

/**
 * A store in memory that a test looks into, and that it can let die around a commit. With `jitter` it takes up to so many
 * milliseconds for each answer, so that calls at once meet in any order.
 */
export const watchedStore = ({ jitter = 0 }: { readonly jitter?: number } = {}) => {
  let asked = 0
  const later = Effect.suspend(() => {
    asked += 1
    const millis = (asked * 7919) % (jitter + 1)
    return jitter === 0
      ? Effect.void
      : Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, millis)))
  })
  let inner: Store["Service"] | undefined
  let dying: { readonly when: Death; readonly on: (changes: ReadonlyArray<Change>) => boolean } | undefined
  const store = () => {
    if (inner === undefined) throw new Error("no call has reached the store yet")
    return inner
  }
  const rows = async (collection: Declaration, environment: EnvironmentKey, index = ALL) =>
    Effect.runPromise(store().find({ collection, environment, index, limit: 10_000 }))
  const values = async <A extends object>(
    collection: Collection.Collection<A>,
    environment: EnvironmentKey,
    index = ALL
  ) => (await rows(collection, environment, index)).map(({ body }) => collection.decode(body))
  return {
    layer: Layer.effect(
      Store,
      Effect.map(makeMemoryStore, (made) => {
        inner = made
        return Store.of({
          ...made,
          load: (refs) => Effect.andThen(later, made.load(refs)),
          commit: (changes, guards) =>
            Effect.flatMap(later, () => {
              const death = dying
              if (death === undefined || !death.on(changes)) return made.commit(changes, guards)
              dying = undefined
              return death.when === "before"
                ? Effect.fail(new StoreUnavailable({}))
                : Effect.andThen(made.commit(changes, guards), Effect.fail(new StoreUnavailable({})))
            })
        })
      })
    ),
    rows,
    accounts: async (environment: EnvironmentKey): Promise<ReadonlyArray<ExternalAccount>> => {
      const listed = ["customer", "platform"].map((scope) =>
        values(externalAccounts, environment, { name: "scope", values: [scope] })
      )
      return (await Promise.all(listed)).flat()
    },
    /** How many questions about accounts wait to be asked again. */
    waiting: async (environment: EnvironmentKey) => (await rows(verificationOrders, environment)).length,
    events: (environment: EnvironmentKey): Promise<ReadonlyArray<Event>> => values(events, environment),
    /** Dies once, at the first commit that writes to a collection. */
    dieAt: (when: Death, name: string, op: Change["op"] = "insert") => {
      dying = { when, on: (changes) => changes.some((one) => one.collection.name === name && one.op === op) }
    }
  }
}
