import type { Change, Guard, Row, Store, StoreUnavailable } from "@countersign/core"
import { Effect } from "effect"

export type Service = Store["Service"]

/** One way to break a store that keeps its promises. Each run of `over` forgets what earlier ones remembered. */
export interface Break {
  readonly name: string
  /** The promise of the port that no longer holds. */
  readonly breaks: string
  readonly over: (inner: Service) => Service
}

export type Changes = ReadonlyArray<Change>
export type Guards = ReadonlyArray<Guard>

/** Lets a break say what is committed instead of what was asked for. */
export const committing = (
  inner: Service,
  instead: (changes: Changes, guards: Guards) => Effect.Effect<readonly [Changes, Guards], StoreUnavailable>
): Service => ({
  ...inner,
  commit: (changes, guards) => Effect.flatMap(instead(changes, guards), (told) => inner.commit(...told))
})

/** Lets a break change every row on its way out. */
export const handing = (inner: Service, out: (row: Row) => Row): Service => ({
  ...inner,
  load: (refs) => Effect.map(inner.load(refs), (answers) => answers.map((rows) => rows.map(out))),
  find: (query) => Effect.map(inner.find(query), (rows) => rows.map(out)),
  claimDue: (...asked) => Effect.map(inner.claimDue(...asked), (rows) => rows.map(out))
})

export const keptOf = (inner: Service, { collection, environment, id }: Change) =>
  Effect.map(inner.load([{ collection, environment, by: "id", id }]), ([rows]) => rows?.[0])

/** More than any story keeps: as good as no limit. */
export const MANY = 100_000
