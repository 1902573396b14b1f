import type { Change, Guard } from "@countersign/core"
import { atVersion, byId, byKey, free, insert, remove, replace } from "../stories/things.ts"
import type { DrawnCommit, Step } from "./drawn.ts"
import type { Answer, Ask } from "./kept.ts"

/** What one worker knows: of which history it is, and the version of each record as it saw it last. */
export interface Knowledge {
  readonly history: string
  readonly seen: Map<string, number>
}

/** What is there before the first call, and known to every worker. */
export const begun = (history: string): ReadonlyArray<Change> =>
  ["a", "b"].map((which) => insert(idOf(history, which), { writer: 0 }))

/** The step as it is asked, over records and a key of no other history. `writer` tells its body from all others. */
export const asked = ({ ask }: Step, { history, seen }: Knowledge, writer: number): Ask => {
  const id = idOf(history, ask.which)
  if (!("guard" in ask)) return { do: "load", ref: ask.do === "by id" ? byId(id) : byKey("name", [history]) }
  const version = seen.get(id) ?? 0
  const body = { writer, ...(ask.isNamed ? { name: history } : {}) }
  const common = { do: "commit", guards: guardsOf(ask, history, seen) } as const
  if (ask.do === "remove") return { ...common, changes: [remove(id, version + ask.off)] }
  const isInsert = ask.do === "insert" || version === 0
  return { ...common, changes: [isInsert ? insert(id, body) : replace(id, version + ask.off, body)] }
}

const guardsOf = ({ guard, which }: DrawnCommit, history: string, seen: Knowledge["seen"]): ReadonlyArray<Guard> => {
  const other = idOf(history, which === "a" ? "b" : "a")
  if (guard === "version") return [atVersion(other, seen.get(other) ?? 1)]
  return guard === "free" ? [free("name", [history])] : []
}

/** What a worker knows once a call was answered. */
export const learned = ({ seen }: Knowledge, ask: Ask, answer: Answer): void => {
  if (ask.do === "load") {
    if (ask.ref.by === "id") seen.delete(ask.ref.id)
    if (typeof answer !== "string") for (const { id, version } of answer) seen.set(id, version)
  } else if (answer === "written") {
    for (const change of ask.changes) {
      if (change.op === "remove") seen.delete(change.id)
      else seen.set(change.id, change.op === "insert" ? 1 : change.version + 1)
    }
  }
}

const idOf = (history: string, which: string): string => `${history}-${which}`
