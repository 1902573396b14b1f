import { Conflict, type Declaration, type EnvironmentKey, type Ref } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { type Break, defect, MANY, type Service } from "./Mutant.ts"

/** Declares every unique key as a plain index: it finds records, but does not enforce uniqueness. */
const loose = (collection: Declaration): Declaration => ({
  ...collection,
  unique: {},
  indexes: { ...collection.indexes, ...collection.unique }
})

const looseRef = (ref: Ref): Ref => {
  const collection = loose(ref.collection)
  if (ref.by !== "unique") return { ...ref, collection }
  const { environment, key, values } = ref
  return { collection, environment, by: "index", index: key, values, limit: MANY }
}

/** Looks up every unique key of a commit in the other environments too. */
const keysElsewhere = Effect.fnUntraced(function* (
  inner: Service,
  seen: ReadonlySet<EnvironmentKey>,
  changes: Parameters<Service["commit"]>[0]
) {
  for (const change of changes) {
    if (change.op === "remove") continue
    const fields = new Map<string, unknown>(Object.entries(change.body ?? {}))
    for (const [key, names] of Object.entries(change.collection.unique)) {
      const values = names.flatMap((name) => fields.get(name) ?? []).filter((value) => typeof value === "string")
      if (values.length < names.length) continue
      for (const environment of seen) {
        if (environment === change.environment) continue
        const [rows] = yield* inner.load([{ collection: change.collection, environment, by: "unique", key, values }])
        if (rows?.length !== 0) return yield* new Conflict({ because: "taken", collection: change.collection.name })
      }
    }
  }
})

export const keys: ReadonlyArray<Break> = [
  defect("dropped uniqueness", "a unique key belongs to one record", (inner) => ({
    load: (refs) => inner.load(refs.map(looseRef)),
    find: (query) => inner.find({ ...query, collection: loose(query.collection) }),
    commit: (changes, guards) =>
      inner.commit(
        changes.map((change) => ({ ...change, collection: loose(change.collection) })),
        guards.map((guard) => (guard.guard === "before" ? guard : { ...guard, collection: loose(guard.collection) }))
      ),
    claimDue: (collection, ...args) => inner.claimDue(loose(collection), ...args),
    sweep: (collections, ...args) => inner.sweep(collections.map(loose), ...args)
  })),
  defect("keys across environments", "a unique key is scoped to one environment", (inner) => {
    const seen = new Set<EnvironmentKey>()
    return {
      ...inner,
      commit: (changes, guards) =>
        Effect.gen(function* () {
          yield* keysElsewhere(inner, seen, changes)
          for (const { environment } of changes) seen.add(environment)
          yield* inner.commit(changes, guards)
        })
    }
  })
]
