import { Store } from "@countersign/core"
import { Clock, Effect, Layer } from "effect"

/** The store of a node whose clock is `by` milliseconds behind the store's. The store's clock decides about commits. */
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
