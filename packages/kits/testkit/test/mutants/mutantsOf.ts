import { Conflict, type Ref, type Row } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { commits } from "./commits.ts"
import { keys } from "./keys.ts"
import { type Break, defect, type Service } from "./Mutant.ts"
import { reads } from "./reads.ts"
import { rows } from "./rows.ts"
import { work } from "./work.ts"

/** A store whose commits take several turns, and the number of commits in flight. */
const slow = (inner: Service) => {
  let commits = 0
  const count = (by: number) =>
    Effect.sync(() => {
      commits += by
    })
  const commit: Service["commit"] = (...args) =>
    Effect.acquireUseRelease(
      count(1),
      () => Effect.andThen(Effect.yieldNow, inner.commit(...args)),
      () => count(-1)
    )
  return { store: { ...inner, commit }, commits: () => commits }
}

const encoded = (ref: Ref): string => JSON.stringify({ ...ref, collection: ref.collection.name })

/** A replica that does not catch up during a write: a read then returns the previous result of the same read. */
const lagging = (inner: Service): Service => {
  const { commits, store } = slow(inner)
  const copies = new Map<string, ReadonlyArray<Row>>()
  return {
    ...store,
    load: (refs) =>
      Effect.map(inner.load(refs), (answers) =>
        refs.map((ref, place) => {
          const rows = (commits() > 0 ? copies.get(encoded(ref)) : undefined) ?? answers[place] ?? []
          copies.set(encoded(ref), rows)
          return rows
        })
      )
  }
}

/** Rejects commits that could be written, because another commit is in flight. */
const impatient = (inner: Service): Service => {
  const patient = slow(inner)
  return {
    ...patient.store,
    commit: (changes, guards) =>
      Effect.suspend(() => {
        const [first] = changes
        return patient.commits() > 0 && first?.op === "replace"
          ? Effect.fail(new Conflict({ because: "version", collection: first.collection.name }))
          : patient.store.commit(changes, guards)
      })
  }
}

/** Commits atomically, unless interrupted: an interrupted commit writes only its first change. */
const torn = (inner: Service): Service => ({
  ...inner,
  commit: (changes, guards) =>
    Effect.onInterrupt(Effect.andThen(Effect.yieldNow, inner.commit(changes, guards)), () =>
      Effect.ignore(inner.commit(changes.slice(0, 1), guards))
    )
})

/** Defects that show only under concurrency or interruption. */
export const concurrencyBreaks: ReadonlyArray<Break> = [
  defect("stale reads during another write", "a read returns every write that finished before it was made", lagging),
  defect("conflicts caused by unrelated commits", "a conflict names a guard that failed", impatient),
  defect("torn by an interrupt", "a commit writes all of its changes or none", torn)
]

export interface Mutant {
  readonly name: string
  /** The requirement of the port that the mutant violates. */
  readonly breaks: string
  readonly store: Effect.Effect<Service>
}

/** Store mutants: copies of a correct store with one defect each. The conformance suite must detect every one. */
export const mutantsOf = (make: Effect.Effect<Service>): ReadonlyArray<Mutant> =>
  [...commits, ...keys, ...reads, ...rows, ...work, ...concurrencyBreaks].map(({ breaks, name, over }) => ({
    name,
    breaks,
    store: Effect.map(make, over)
  }))
