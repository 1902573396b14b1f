import { makeMemoryStore, memoryStore } from "@countersign/memory"
import type { CountersignOptions } from "countersign"
import { type Change, type Declaration, type Guard, Store, type StoreUnavailable } from "countersign/effect"
import { Clock, Effect, Layer } from "effect"
import { expect } from "vitest"
import { makeWorld } from "./world.ts"

type Methods = Store["Service"]

/** A store with other methods, built from its own. In memory when omitted. */
export const changedStore = (change: (inner: Methods) => Partial<Methods>, layer: Layer.Layer<Store> = memoryStore) =>
  Layer.effect(
    Store,
    Effect.map(Store, (inner) => Store.of({ ...inner, ...change(inner) }))
  ).pipe(Layer.provide(layer))

/** A store that reports the changes of each successful commit. */
export const reporting = (report: (changes: ReadonlyArray<Change>) => void) =>
  changedStore(({ commit }) => ({
    commit: (changes, guards) => Effect.tap(commit(changes, guards), () => Effect.sync(() => report(changes)))
  }))

/** A store that records everything ever written to it. */
export const recordedStore = () => {
  const writes: Array<{ readonly collection: string; readonly environment: string; readonly body: unknown }> = []
  /** The collections of the removed records. */
  const removed: Array<string> = []
  const store = reporting((changes) => {
    for (const change of changes) {
      const { collection, environment, op } = change
      if (op === "remove") removed.push(collection.name)
      else writes.push({ collection: collection.name, environment, body: change.body })
    }
  })
  /** The types of the events since the last call, in commit order. */
  const events = () =>
    writes
      .splice(0)
      .filter(({ collection }) => collection === "events")
      .map(({ body }) => String(Object(body).type))
  return { store, writes, removed, events }
}

/** A store with one method that fails while the fault is enabled. */
export const brittleStore = (
  method: "load" | "commit" | "find",
  failure: () => Effect.Effect<never, StoreUnavailable>
) => {
  const state = { isArmed: false }
  const isFaulty = (called: typeof method) => state.isArmed && method === called
  const store = changedStore((inner) => ({
    load: (refs) => (isFaulty("load") ? failure() : inner.load(refs)),
    find: (query) => (isFaulty("find") ? failure() : inner.find(query)),
    commit: (changes, guards) => (isFaulty("commit") ? failure() : inner.commit(changes, guards))
  }))
  return { state, store }
}

/**
 * A store that counts how often workers look for due work. `rounds` waits until they have looked two more times into a
 * queue, so that what they would do, they have begun: a test shows with it that nothing happens.
 */
export const roundsOn = (layer?: Layer.Layer<Store>) => {
  const looks = new Map<string, number>()
  const noting = (...queues: ReadonlyArray<Declaration>) =>
    Effect.sync(() => queues.map(({ name }) => looks.set(name, (looks.get(name) ?? 0) + 1)))
  const store = changedStore(
    ({ claimDue, depths }) => ({
      claimDue: (queue, ...rest) => Effect.andThen(noting(queue), claimDue(queue, ...rest)),
      depths: (queues, now) => Effect.andThen(noting(...queues), depths?.(queues, now) ?? Effect.succeed([]))
    }),
    layer
  )
  const rounds = async (queue: string): Promise<void> => {
    const before = looks.get(queue) ?? 0
    await expect.poll(() => looks.get(queue) ?? 0).toBeGreaterThan(before + 1)
  }
  return { rounds, store }
}

/** The store of a node whose clock is `by` milliseconds behind the store's. The store's clock decides about commits. */
export const storeAhead = (inner: Methods, by: number) =>
  changedStore(
    () => ({
      commit: (changes, guards) =>
        Effect.clockWith((clock) =>
          Effect.provideService(inner.commit(changes, guards), Clock.Clock, {
            ...clock,
            currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + by
          })
        )
    }),
    Layer.succeed(Store, inner)
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
  const commit: Methods["commit"] = (changes, guards) =>
    Effect.suspend(() => {
      const next = isNext(changes, guards) ? act : undefined
      if (next !== undefined) act = undefined
      return Effect.andThen(next === undefined ? Effect.void : Effect.promise(next), inner.commit(changes, guards))
    })
  const nodeOn = (store: Methods) => makeWorld({ logs: "none", store: Layer.succeed(Store, store), policy })
  const [world, other] = [nodeOn({ ...inner, commit }), nodeOn(inner)]
  const meanwhile = (run: (other: ReturnType<typeof makeWorld>) => Promise<unknown>) => {
    act = () => {
      other.pass(world.at() - other.at())
      return run(other)
    }
  }
  return { world, meanwhile, close: () => Promise.all([world, other].map(({ countersign }) => countersign.close())) }
}
