import { isJsonObject } from "@countersign/account-types"
import { type Change, type Declaration, type Guard, type Millis, type Row, Store } from "@countersign/core"
import { Clock, Effect } from "@countersign/core/effect"

/** How the clock of an environment differs from the machine's, which the store and its workers use. */
export interface TimeAhead {
  readonly machine: Clock.Clock
  /** The difference in milliseconds between the environment's due times and the stored ones. */
  readonly stored: Millis
  /** The current difference in milliseconds. */
  readonly now: () => Millis
}

/**
 * The store as seen by an environment whose clock is ahead of the machine's. Due times are stored in machine time, so
 * that background workers claim them when they are due, and converted back on reads; `before` guards compare with the
 * environment's time.
 */
export const storeAhead = (store: Store["Service"], time: TimeAhead): Store["Service"] => {
  const byMachine = <A, E>(effect: Effect.Effect<A, E>) => Effect.provideService(effect, Clock.Clock, time.machine)
  return Store.of({
    ...store,
    load: (refs) =>
      Effect.map(byMachine(store.load(refs)), (answers) =>
        answers.map((rows, position) => {
          const collection = refs[position]?.collection
          return collection === undefined ? rows : rows.map((row) => rowDue(collection, row, time.stored))
        })
      ),
    find: (query) =>
      Effect.map(byMachine(store.find(query)), (rows) => rows.map((row) => rowDue(query.collection, row, time.stored))),
    commit: (changes, guards) =>
      Effect.suspend(() =>
        byMachine(
          store.commit(
            changes.map((change) => changeDue(change, -time.stored)),
            guards.map((guard) => guardEarlier(guard, time.now()))
          )
        )
      )
  })
}

/** Returns when a record is due, in milliseconds, or `undefined` when it is not pending. */
export const dueOf = ({ due }: Declaration, { body }: Pick<Row, "body">): Millis | undefined => {
  const at = due !== undefined && isJsonObject(body) ? body[due] : undefined
  return typeof at === "number" ? at : undefined
}

/** Returns the row, or another record with a body, with its due time moved by `by` milliseconds. */
export const rowDue = <A extends Pick<Row, "body">>(collection: Declaration, row: A, by: Millis): A => {
  const at = dueOf(collection, row)
  return at === undefined || collection.due === undefined || !isJsonObject(row.body)
    ? row
    : { ...row, body: { ...row.body, [collection.due]: at + by } }
}

/** Returns the change with the due time of its record moved by `by` milliseconds. */
export const changeDue = (change: Change, by: Millis): Change =>
  change.op === "remove" ? change : rowDue(change.collection, change, by)

const guardEarlier = (guard: Guard, ahead: Millis): Guard =>
  guard.guard === "before" ? { ...guard, at: guard.at - ahead } : guard
