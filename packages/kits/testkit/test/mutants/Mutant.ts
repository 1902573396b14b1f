import type { Change, Guard, Row, Store, StoreUnavailable } from "@countersign/core"
import { Effect } from "@countersign/core/effect"

export type Service = Store["Service"]

/** One defect, applied to a correct store. Each run of `over` starts without state from earlier runs. */
export interface Break {
  readonly name: string
  /** The requirement of the port that the store violates. */
  readonly breaks: string
  readonly over: (inner: Service) => Service
}

/** Names a defect, the requirement that it violates, and the store that has it. */
export const defect = (name: string, breaks: string, over: Break["over"]): Break => ({ name, breaks, over })

export type Changes = ReadonlyArray<Change>
export type Guards = ReadonlyArray<Guard>

export const committing = (
  inner: Service,
  instead: (changes: Changes, guards: Guards) => Effect.Effect<readonly [Changes, Guards], StoreUnavailable>
): Service => ({
  ...inner,
  commit: (changes, guards) => Effect.flatMap(instead(changes, guards), (args) => inner.commit(...args))
})

export const handing = (inner: Service, out: (row: Row) => Row): Service => ({
  ...inner,
  load: (refs) => Effect.map(inner.load(refs), (answers) => answers.map((rows) => rows.map(out))),
  find: (query) => Effect.map(inner.find(query), (rows) => rows.map(out)),
  claimDue: (...args) => Effect.map(inner.claimDue(...args), (rows) => rows.map(out))
})

export const storedOf = (inner: Service, { collection, environment, id }: Change) =>
  Effect.map(inner.load([{ collection, environment, by: "id", id }]), ([rows]) => rows?.[0])

/** More records than any test writes: effectively no limit. */
export const MANY = 100_000
