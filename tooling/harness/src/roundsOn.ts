import { memoryStore } from "@countersign/memory"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { expect } from "vitest"

/**
 * A store that counts how often workers look for due work. `rounds` waits until they have looked three more times into a
 * queue, so that what they would do, they have begun: a test shows with it that nothing happens.
 */
export const roundsOn = (layer: Layer.Layer<Store> = memoryStore) => {
  const looks = new Map<string, number>()
  const store = Layer.effect(
    Store,
    Effect.map(Store, (inner) =>
      Store.of({
        ...inner,
        claimDue: (queue, ...rest) => {
          looks.set(queue.name, (looks.get(queue.name) ?? 0) + 1)
          return inner.claimDue(queue, ...rest)
        }
      })
    )
  ).pipe(Layer.provide(layer))
  const rounds = async (queue: string): Promise<void> => {
    const before = looks.get(queue) ?? 0
    await expect.poll(() => looks.get(queue) ?? 0).toBeGreaterThan(before + 2)
  }
  return { rounds, store }
}
