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
  type Store,
  StoreUnavailable,
  verificationOrders
} from "@countersign/core/internal"
import { Effect } from "effect"
import { changedStore } from "./stores.ts"

type Death = "before" | "after"

/**
 * A memory store that the test can inspect, and that can fail around a commit. With `jitter` it delays each response by
 * up to that many milliseconds, so that concurrent calls interleave in any order.
 */
export const watchedStore = ({ jitter = 0 }: { readonly jitter?: number } = {}) => {
  let requested = 0
  const later = Effect.suspend(() => {
    requested += 1
    const millis = (requested * 7919) % (jitter + 1)
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
  const rows = (collection: Declaration, environment: EnvironmentKey, index = ALL) =>
    Effect.runPromise(store().find({ collection, environment, index, limit: 10_000 }))
  const values = async <A extends object>(
    collection: Collection.Collection<A>,
    environment: EnvironmentKey,
    index = ALL
  ) => (await rows(collection, environment, index)).map(({ body }) => collection.decode(body))
  return {
    layer: changedStore((made) => {
      inner = made
      return {
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
      }
    }),
    rows,
    accounts: async (environment: EnvironmentKey): Promise<ReadonlyArray<ExternalAccount>> => {
      const listed = ["customer", "platform"].map((scope) =>
        values(externalAccounts, environment, { name: "scope", values: [scope] })
      )
      return (await Promise.all(listed)).flat()
    },
    /** The number of account verifications that wait for a retry. */
    waiting: async (environment: EnvironmentKey) => (await rows(verificationOrders, environment)).length,
    events: (environment: EnvironmentKey): Promise<ReadonlyArray<Event>> => values(events, environment),
    /** Fails once, at the first commit that writes to the collection. */
    dieAt: (when: Death, name: string, op: Change["op"] = "insert") => {
      dying = { when, on: (changes) => changes.some((one) => one.collection.name === name && one.op === op) }
    }
  }
}
