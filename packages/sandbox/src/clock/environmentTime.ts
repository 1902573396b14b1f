import { isJsonObject } from "@countersign/account-types"
import { type Change, type Declaration, type Guard, type Millis, type Row, Store } from "@countersign/core"
import { Clock, Effect } from "effect"

/** A clock `ahead` of another. Sleeping takes as long as by that one. */
export const clockAhead = (clock: Clock.Clock, ahead: () => Millis): Clock.Clock => {
  const millis = () => clock.currentTimeMillisUnsafe() + ahead()
  const nanos = () => clock.currentTimeNanosUnsafe() + BigInt(ahead()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}

/** How the time of an environment relates to the machine's, by which the store and its workers go. */
export interface TimeAhead {
  readonly machine: Clock.Clock
  /** By how many milliseconds due times are stored earlier than the environment has them. */
  readonly stored: Millis
  /** By how many milliseconds the environment is ahead at this moment. */
  readonly now: () => Millis
}

/**
 * The store as an environment sees it whose time is ahead of the machine's. Due times are stored by the machine's time, so
 * that background workers claim them when they are due, and read back by the environment's; `before` guards compare with
 * the environment's time.
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

/** When a record is due, in milliseconds; undefined where it waits for nothing. */
export const dueOf = ({ due }: Declaration, { body }: Pick<Row, "body">): Millis | undefined => {
  const at = due !== undefined && isJsonObject(body) ? body[due] : undefined
  return typeof at === "number" ? at : undefined
}

/** The row, due so many milliseconds later. */
export const rowDue = (collection: Declaration, row: Row, by: Millis): Row => {
  const at = dueOf(collection, row)
  return at === undefined || collection.due === undefined || !isJsonObject(row.body)
    ? row
    : { ...row, body: { ...row.body, [collection.due]: at + by } }
}

/** The change, of a record that is due so many milliseconds later. */
export const changeDue = (change: Change, by: Millis): Change => {
  if (change.op === "remove" || !isJsonObject(change.body)) return change
  const at = dueOf(change.collection, change)
  const { due } = change.collection
  return at === undefined || due === undefined ? change : { ...change, body: { ...change.body, [due]: at + by } }
}

const guardEarlier = (guard: Guard, ahead: Millis): Guard =>
  guard.guard === "before" ? { ...guard, at: guard.at - ahead } : guard
