import { Conflict, type Ref, type Row } from "@countersign/core"
import { Effect } from "effect"
import { commits } from "./commits.ts"
import { keys } from "./keys.ts"
import type { Break, Service } from "./Mutant.ts"
import { reads } from "./reads.ts"
import { rows } from "./rows.ts"
import { work } from "./work.ts"

/** A store whose commits take a while, and how many are on their way. */
const slow = (inner: Service) => {
  let commits = 0
  const count = (by: number) =>
    Effect.sync(() => {
      commits += by
    })
  const commit: Service["commit"] = (...asked) =>
    Effect.acquireUseRelease(
      count(1),
      () => Effect.andThen(Effect.yieldNow, inner.commit(...asked)),
      () => count(-1)
    )
  return { store: { ...inner, commit }, commits: () => commits }
}

const spelled = (ref: Ref): string => JSON.stringify({ ...ref, collection: ref.collection.name })

/** A copy that does not catch up while anybody writes: a read is then answered as the last like it was. */
const lagging = (inner: Service): Service => {
  const { commits, store } = slow(inner)
  const copies = new Map<string, ReadonlyArray<Row>>()
  return {
    ...store,
    load: (refs) =>
      Effect.map(inner.load(refs), (answers) =>
        refs.map((ref, place) => {
          const rows = (commits() > 0 ? copies.get(spelled(ref)) : undefined) ?? answers[place] ?? []
          copies.set(spelled(ref), rows)
          return rows
        })
      )
  }
}

/** Refuses what it could have written, because somebody else is writing. */
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

/** Writes all or nothing, unless it is interrupted: then the first change is written, and no other. */
const torn = (inner: Service): Service => ({
  ...inner,
  commit: (changes, guards) =>
    Effect.onInterrupt(Effect.andThen(Effect.yieldNow, inner.commit(changes, guards)), () =>
      Effect.ignore(inner.commit(changes.slice(0, 1), guards))
    )
})

/** What breaks only where calls meet, or end early. */
export const meetings: ReadonlyArray<Break> = [
  {
    name: "reads that lag while another writes",
    breaks: "what was written before a read was made is seen by it",
    over: lagging
  },
  { name: "conflict for another's sake", breaks: "a conflict names a guard that did not hold", over: impatient },
  { name: "torn by an interrupt", breaks: "a commit writes all of its changes or none", over: torn }
]

export interface Mutant {
  readonly name: string
  /** The promise of the port that it breaks. */
  readonly breaks: string
  readonly store: Effect.Effect<Service>
}

/** Stores that are broken in one way each, over one that is not: a suite is as good as the mutants it tells apart. */
export const mutantsOf = (make: Effect.Effect<Service>): ReadonlyArray<Mutant> =>
  [...commits, ...keys, ...reads, ...rows, ...work, ...meetings].map(({ breaks, name, over }) => ({
    name,
    breaks,
    store: Effect.map(make, over)
  }))
