import { makeMemoryStore } from "@countersign/memory"
import { Effect, Layer } from "effect"
import { type Change, Store } from "../src/effect.ts"

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
