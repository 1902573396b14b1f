import type { Conflict, Millis } from "@countersign/core"
import { numbered } from "../numbered.ts"
import type { Kept } from "../store/Rows.ts"

/** A response of the store. `Silent`: the response was lost, and the commit may have been applied or not. */
export type Answer =
  | { readonly _tag: "Found"; readonly rows: ReadonlyArray<ReadonlyArray<Kept>> }
  | { readonly _tag: "Committed" }
  | { readonly _tag: "Conflicted"; readonly conflict: Conflict }
  | { readonly _tag: "Silent" }

/** All responses of the store to a call, with the time by its node's clock at each. They determine its next action. */
export interface Heard {
  readonly number: number
  readonly answers: ReadonlyArray<{ readonly answer: Answer; readonly at: Millis }>
}

export const NOTHING: Heard = { number: -1, answers: [] }

/** Equal responses at equal times give the same value. */
export const heardAfter = ({ answers, number }: Heard, answer: Answer, at: Millis): Heard => {
  const next = numberOf(`${number} ${spelledAnswer(answer)} ${at}`)
  const before = known.get(next)
  if (before !== undefined) return before
  const heard = { number: next, answers: [...answers, { answer, at }] }
  known.set(next, heard)
  return heard
}
const numberOf = numbered()
const known = new Map<number, Heard>()

export const spelledAnswer = (answer: Answer): string => {
  switch (answer._tag) {
    case "Found":
      return answer.rows.map((rows) => rows.map(({ number }) => number).join(",")).join(";")
    case "Conflicted":
      return `${answer.conflict.because} ${answer.conflict.collection}`
    case "Committed":
    case "Silent":
      return answer._tag
  }
}
