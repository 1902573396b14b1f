import { isDeepStrictEqual } from "node:util"
import type { Change, Guard, Ref, Row } from "@countersign/core"
import * as Model from "../model/Model.ts"
import type { Sequential } from "./histories.ts"

export type Ask =
  | { readonly do: "load"; readonly ref: Ref }
  | { readonly do: "commit"; readonly changes: ReadonlyArray<Change>; readonly guards: ReadonlyArray<Guard> }

/** The rows that a load returned, or the outcome of a commit: "written", or the reason of the conflict. */
export type Answer = ReadonlyArray<Row> | string

/** The sequential specification of a store that starts with these changes. */
export const modelledFrom = (started: ReadonlyArray<Change>): Sequential<Model.Model, Ask, Answer> => {
  const initial = { now: 0, rows: [] }
  Model.commit(initial, started, [])
  return { initial, after }
}

const after: Sequential<Model.Model, Ask, Answer>["after"] = (model, ask, answer) => {
  if (ask.do === "load") {
    const [rows] = Model.load(model, [ask.ref])
    return answer === undefined || isDeepStrictEqual(rows, answer) ? model : undefined
  }
  const next = { ...model }
  const refusals = Model.commit(next, ask.changes, ask.guards)
  const legal: ReadonlyArray<Answer> = refusals.length === 0 ? ["written"] : refusals
  return answer === undefined || legal.includes(answer) ? next : undefined
}
