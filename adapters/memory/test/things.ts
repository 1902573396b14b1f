import { type Declaration, type Ref, type Row, Store } from "@countersign/core"
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { others as expiring } from "../../../packages/kits/testkit/src/stories/things.ts"
import { memoryStore } from "../src/index.ts"

export { commit, outcome } from "../../../packages/kits/testkit/src/stories/ask.ts"
export {
  atVersion,
  byId,
  byIndex,
  byKey,
  here,
  insert,
  remove,
  replace,
  there,
  things
} from "../../../packages/kits/testkit/src/stories/things.ts"

const { expiry: _, ...lasting } = expiring

/** A collection without due and expiry fields. */
export const others: Declaration = lasting

export const rowsOf = (ref: Ref) =>
  Effect.map(
    Effect.flatMap(Store, (store) => store.load([ref])),
    ([rows]): ReadonlyArray<Row> => rows ?? []
  )

export const rowOf = (ref: Ref) => Effect.map(rowsOf(ref), ([row]) => row)

export const idsOf = (ref: Ref) => Effect.map(rowsOf(ref), (rows) => rows.map(({ id }) => id))

/** Runs one test on an empty store, at 1970, with a test clock. */
export const story = <E>(title: string, report: Effect.Effect<void, E, Store>, store = memoryStore): void =>
  it.effect(title, () => Effect.provide(report, store))
