import { makeMemoryStore } from "@countersign/memory"
import type { CountersignOptions } from "countersign"
import { type Change, type Guard, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { makeWorld } from "./world.ts"

type Commit = Store["Service"]["commit"]

/** A memory store with another `commit`, built from its own. */
export const withCommit = (commitOf: (commit: Commit) => Commit) =>
  Layer.effect(
    Store,
    Effect.map(makeMemoryStore, (inner) => Store.of({ ...inner, commit: commitOf(inner.commit) }))
  )

/** A memory store that reports the changes of each successful commit. */
export const reporting = (report: (changes: ReadonlyArray<Change>) => void) =>
  withCommit(
    (commit) => (changes, guards) => Effect.tap(commit(changes, guards), () => Effect.sync(() => report(changes)))
  )

/**
 * Two nodes on one memory store. `meanwhile` lets the second one act once, between the decision and the commit of the next
 * call of the first whose commit is `isNext`. In the node itself the act would wait for the turn of that call (GO6).
 */
export const racingNodes = (
  isNext: (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard>) => boolean,
  policy: CountersignOptions["policy"] = {}
) => {
  const inner = Effect.runSync(makeMemoryStore)
  let act: (() => Promise<unknown>) | undefined
  const commit: Commit = (changes, guards) =>
    Effect.suspend(() => {
      const next = isNext(changes, guards) ? act : undefined
      if (next !== undefined) act = undefined
      return Effect.andThen(next === undefined ? Effect.void : Effect.promise(next), inner.commit(changes, guards))
    })
  const nodeOn = (store: Store["Service"]) => makeWorld({ logs: "none", store: Layer.succeed(Store, store), policy })
  const [world, other] = [nodeOn({ ...inner, commit }), nodeOn(inner)]
  const meanwhile = (run: (other: ReturnType<typeof makeWorld>) => Promise<unknown>) => {
    act = () => {
      other.pass(world.at() - other.at())
      return run(other)
    }
  }
  return { world, meanwhile, close: () => Promise.all([world, other].map(({ countersign }) => countersign.close())) }
}
