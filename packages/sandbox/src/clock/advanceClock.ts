import { isJsonObject } from "@countersign/account-types"
import {
  ALL,
  again,
  collections,
  commit,
  type Declaration,
  DueWork,
  type Environment,
  environmentKey,
  type Millis,
  type Row,
  Store
} from "@countersign/core"
import { Clock, Effect } from "effect"
import { SandboxTime } from "./SandboxTime.ts"

/**
 * Moves the time of the sandbox environment on. Whatever comes due on the way happens in its order, at its own time, and
 * before this answers: outcomes, expiries, webhooks and their retries. Answers the time it then is.
 */
export const advanceClock = Effect.fnUntraced(function* (environment: Environment, by: Millis) {
  const time = yield* SandboxTime
  let left = by
  for (let round = 0; round < ROUNDS && left > 0; round++) {
    const waiting = yield* settledBy(environment)
    const at = yield* Clock.currentTimeMillis
    const ahead = waiting.map(({ dueAt }) => dueAt - at).filter((wait) => wait > 0)
    const step = Math.min(left, ...ahead)
    yield* time.moveBy(environment, step)
    yield* Effect.forEach(waiting, (each) => again(shifted(each, step)), { discard: true })
    left -= step
  }
  yield* settledBy(environment)
  return (yield* Clock.currentTimeMillis) + (yield* time.aheadOf(environment))
})

/** More than anybody has waiting in a sandbox; what is left then comes due at the end. */
const ROUNDS = 1000

/** How often, and so for how long, to wait for what another worker is at: one that died is not waited for. */
const LOOKS = 200

/** Has all happen that is due, by this call or by the workers beside it; answers what waits for later. */
const settledBy = Effect.fnUntraced(function* (environment: Environment) {
  for (let look = 0; ; look++) {
    yield* runDue
    const waiting = yield* waitingIn(environment)
    const at = yield* Clock.currentTimeMillis
    if (look === LOOKS || waiting.every(({ dueAt }) => dueAt > at)) return waiting
    yield* Effect.sleep("10 millis")
  }
})

/** Runs what is due until nothing is: what happens may make something else due. */
const runDue = Effect.gen(function* () {
  const work = yield* DueWork
  for (let round = 0; round < 100; round++) {
    const took = yield* Effect.forEach(work, (each) => each)
    if (took.every((count) => count === 0)) return
  }
})

interface Waiting {
  readonly collection: Declaration
  readonly due: string
  readonly row: Row
  readonly dueAt: Millis
}

/** Everything of an environment that waits for its time, as workers reckon it. */
const waitingIn = Effect.fnUntraced(function* (environment: Environment) {
  const store = yield* Store
  const waiting: Array<Waiting> = []
  for (const collection of collections) {
    const { due } = collection
    if (due === undefined) continue
    let after: { readonly createdAt: Millis; readonly id: string } | undefined
    do {
      const query = { collection, environment: environmentKey(environment), index: ALL, limit: 100 }
      const rows: ReadonlyArray<Row> = yield* store.find(after === undefined ? query : { ...query, after })
      for (const row of rows) {
        const dueAt = dueOf(row, due)
        if (dueAt !== undefined) waiting.push({ collection, due, row, dueAt })
      }
      after = rows.length < 100 ? undefined : rows.at(-1)
    } while (after !== undefined)
  }
  return waiting
})

/** Due so much earlier by the workers' time. One that a worker has taken, or that is gone, needs nothing any more. */
const shifted = Effect.fnUntraced(function* ({ collection, due, row }: Waiting, by: Millis) {
  const store = yield* Store
  const { environment, id } = row
  const [[found] = []] = yield* store.load([{ collection, environment, by: "id", id }])
  const dueAt = found === undefined ? undefined : dueOf(found, due)
  if (found === undefined || dueAt === undefined || !isJsonObject(found.body)) return
  const body = { ...found.body, [due]: dueAt - by }
  const change = {
    op: "replace",
    collection,
    environment,
    id,
    version: found.version,
    body,
    at: found.updatedAt
  } as const
  yield* commit({ changes: [change], guards: [] })
})

const dueOf = ({ body }: Row, due: string): Millis | undefined => {
  const at = isJsonObject(body) ? body[due] : undefined
  return typeof at === "number" ? at : undefined
}
