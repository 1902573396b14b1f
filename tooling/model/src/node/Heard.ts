import type { Conflict, Millis } from "@countersign/core"
import { numbered, remembered } from "../remembered.ts"
import type { StoredRow } from "../store/Rows.ts"

/** A response of the store. `Silent`: the response was lost, and the commit may have been applied or not. */
export type Answer =
  | { readonly _tag: "Found"; readonly rows: ReadonlyArray<ReadonlyArray<StoredRow>> }
  | { readonly _tag: "Committed" }
  | { readonly _tag: "Conflicted"; readonly conflict: Conflict }
  | { readonly _tag: "Silent" }

/** All responses of the store to a call, with the time by its node's clock at each. They determine its next action. */
export interface Received {
  readonly number: number
  readonly answers: ReadonlyArray<{ readonly answer: Answer; readonly at: Millis }>
}

export const NOTHING: Received = { number: -1, answers: [] }

/** Equal responses at equal times give the same value. */
export const receivedAfter = ({ answers, number }: Received, answer: Answer, at: Millis): Received => {
  const next = numberOf(`${number} ${encodedAnswer(answer)} ${at}`)
  return known(next, () => ({ number: next, answers: [...answers, { answer, at }] }))
}
const numberOf = numbered()
const known = remembered<number, Received>()

export const encodedAnswer = (answer: Answer): string => {
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
