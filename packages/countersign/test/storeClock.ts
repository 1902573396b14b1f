import { Store } from "@countersign/core"
import { Clock, Effect, Layer } from "effect"

/** The store as a node has it whose clock is `by` milliseconds behind that of the store: commits are judged by the store's. */
export const storeAhead = (inner: Store["Service"], by: number): Layer.Layer<Store> =>
  Layer.succeed(
    Store,
    Store.of({
      ...inner,
      commit: (changes, guards) =>
        Effect.clockWith((clock) =>
          Effect.provideService(inner.commit(changes, guards), Clock.Clock, {
            ...clock,
            currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + by
          })
        )
    })
  )
