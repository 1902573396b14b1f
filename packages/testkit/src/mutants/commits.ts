import { type Change, Conflict, type Guard } from "@countersign/core"
import { Effect } from "effect"
import { type Break, committing, type Service, storedOf } from "./Mutant.ts"

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
  { name: "lost update", breaks: "a replace at another version conflicts", over: blind("replace") },
  { name: "blind remove", breaks: "a remove at another version conflicts", over: blind("remove") },
  { name: "insert overwrites", breaks: "an insert of an existing id conflicts", over: blind("insert") },
  { name: "no version guard", breaks: "a version guard must pass", over: without("version") },
  { name: "no free guard", breaks: "a free guard must pass", over: without("free") },
  { name: "no before guard", breaks: "a before guard must pass", over: without("before") },
  { name: "inclusive expiry", breaks: "a before guard fails from its millisecond on", over: shifted(1) },
  { name: "early expiry", breaks: "a before guard passes until its last millisecond", over: shifted(-1) },
  {
    name: "changes applied one by one",
    breaks: "a commit writes all of its changes or none",
    over: (inner) => ({
      ...inner,
      commit: (changes, guards) =>
        Effect.andThen(
          inner.commit([], guards),
          Effect.forEach(changes, (change) => inner.commit([change], []), { discard: true })
        )
    })
  },
  {
    name: "guards checked before the write",
    breaks: "a guard is still valid at the moment of the write",
    over: (inner) => ({
      ...inner,
      commit: (changes, guards) =>
        Effect.gen(function* () {
          yield* inner.commit([], guards)
          yield* Effect.yieldNow
          yield* inner.commit(changes, [])
        })
    })
  },
  {
    name: "versions compared before the write",
    breaks: "one of many concurrent writes of one version succeeds",
    over: (inner) => ({
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
    })
  },
  {
    name: "conflicts swallowed",
    breaks: "a commit that was not written conflicts",
    over: (inner) => ({
      ...inner,
      commit: (...args) => Effect.catchTag(inner.commit(...args), "Conflict", () => Effect.void)
    })
  },
  {
    name: "one reason for every conflict",
    breaks: "a conflict names its reason",
    over: reporting(({ collection }) => new Conflict({ because: "version", collection }))
  },
  {
    name: "nameless conflicts",
    breaks: "a conflict names its collection",
    over: reporting(({ because }) => new Conflict({ because, collection: "" }))
  }
]
