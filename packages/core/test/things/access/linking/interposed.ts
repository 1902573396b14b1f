import type { Answer } from "@countersign/harness/world"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"

/**
 * A store that lets one other call commit just before the first commit that moves a payment, after that payment's
 * reads.
 */
export const interposed = async <E>(layer: Layer.Layer<Store, E>) => {
  let armed: (() => Promise<Answer>) | undefined
  const answers: Array<Answer> = []
  const interposing = Effect.map(Store, (inner) =>
    Store.of({
      ...inner,
      commit: (changes, guards) => {
        const call = armed
        if (call === undefined || !changes.some(({ collection }) => collection.name === "transactions")) {
          return inner.commit(changes, guards)
        }
        armed = undefined
        const answered = Effect.promise(async () => void answers.push(await call()))
        return Effect.andThen(answered, inner.commit(changes, guards))
      }
    })
  )
  return {
    store: Layer.effect(Store, interposing).pipe(Layer.provide(layer)),
    beforePayment: (call: () => Promise<Answer>) => {
      armed = call
    },
    interposed: () => answers
  }
}
