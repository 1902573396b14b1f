import { type Change, Conflict, type Guard } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { type Break, committing, defect, type Service, storedOf } from "./Mutant.ts"

const without = (kind: Guard["guard"]) => (inner: Service) =>
  committing(inner, (changes, guards) => Effect.succeed([changes, guards.filter(({ guard }) => guard !== kind)]))

const shifted = (by: number) => (inner: Service) =>
  committing(inner, (changes, guards) =>
    Effect.succeed([
      changes,
      guards.map((guard) => (guard.guard === "before" ? { ...guard, at: guard.at + by } : guard))
    ])
  )

/** Applies each change of one operation whatever the current version is. */
const blind = (op: Change["op"]) => (inner: Service) =>
  committing(inner, (changes, guards) =>
    Effect.map(
      Effect.forEach(changes, (change) =>
        Effect.map(storedOf(inner, change), (stored): Change => {
          if (change.op !== op || stored === undefined) return change
          if (change.op === "insert") return { ...change, op: "replace", version: stored.version }
          return { ...change, version: stored.version }
        })
      ),
      (written) => [written, guards]
    )
  )

const reporting = (say: (conflict: Conflict) => Conflict) => (inner: Service) => ({
  ...inner,
  commit: (...args: Parameters<Service["commit"]>) =>
    Effect.catchTag(inner.commit(...args), "Conflict", (conflict) => Effect.fail(say(conflict)))
})

export const commits: ReadonlyArray<Break> = [
  defect("lost update", "a replace at another version conflicts", blind("replace")),
  defect("blind remove", "a remove at another version conflicts", blind("remove")),
  defect("insert overwrites", "an insert of an existing id conflicts", blind("insert")),
  defect("no version guard", "a version guard must pass", without("version")),
  defect("no before guard", "a before guard must pass", without("before")),
  defect("inclusive expiry", "a before guard fails from its millisecond on", shifted(1)),
  defect("early expiry", "a before guard passes until its last millisecond", shifted(-1)),
  defect("changes applied one by one", "a commit writes all of its changes or none", (inner) => ({
    ...inner,
    commit: (changes, guards) =>
      Effect.andThen(
        inner.commit([], guards),
        Effect.forEach(changes, (change) => inner.commit([change], []), { discard: true })
      )
  })),
  defect("guards checked before the write", "a guard is still valid at the moment of the write", (inner) => ({
    ...inner,
    commit: (changes, guards) =>
      Effect.gen(function* () {
        yield* inner.commit([], guards)
        yield* Effect.yieldNow
        yield* inner.commit(changes, [])
      })
  })),
  defect("versions compared before the write", "one of many concurrent writes of one version succeeds", (inner) => ({
    ...inner,
    commit: Effect.fnUntraced(function* (changes, guards) {
      for (const change of changes) {
        const stored = yield* storedOf(inner, change)
        const isFit = change.op === "insert" ? stored === undefined : stored?.version === change.version
        if (!isFit) yield* inner.commit(changes, guards)
      }
      yield* Effect.yieldNow
      yield* blind("replace")(inner).commit(changes, guards)
    })
  })),
  defect("conflicts swallowed", "a commit that was not written conflicts", (inner) => ({
    ...inner,
    commit: (...args) => Effect.catchTag(inner.commit(...args), "Conflict", () => Effect.void)
  })),
  defect(
    "one reason for every conflict",
    "a conflict names its reason",
    reporting(({ collection }) => new Conflict({ because: "version", collection }))
  ),
  defect(
    "nameless conflicts",
    "a conflict names its collection",
    reporting(({ because }) => new Conflict({ because, collection: "" }))
  )
]
