import { createHash } from "node:crypto"
import type { Store } from "countersign/effect"
import { Effect } from "effect"

/**
 * A store that answers after none, one or some turns of the event loop, as the seed says. One in memory answers at once,
 * and whoever asks first would always be first.
 */
export const jittered = (store: Store["Service"], seed: number): Store["Service"] => {
  let drawn = Buffer.alloc(0)
  let next = 0
  const turns = (): number => {
    if (next === drawn.length) {
      drawn = createHash("sha512")
        .update(`${seed} ${drawn.toString("hex")}`)
        .digest()
      next = 0
    }
    next += 1
    return (drawn[next - 1] ?? 0) % MOST_TURNS
  }
  const later = Effect.promise(async () => {
    for (let left = turns(); left > 0; left -= 1) await new Promise(setImmediate)
  })
  return {
    ...store,
    load: (refs) => Effect.andThen(later, store.load(refs)),
    commit: (changes, guards) => Effect.andThen(later, store.commit(changes, guards))
  }
}

const MOST_TURNS = 4
