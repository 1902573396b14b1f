import {
  again,
  byId,
  Collection,
  commit,
  type Environment,
  environmentKey,
  insert,
  loadOne,
  Millis,
  replace,
  Store,
  type StoreUnavailable
} from "@countersign/core"
import { Clock, Context, Effect, Layer, Schema } from "effect"

/** How far the time of an environment was moved ahead. It is never moved back. */
const MovedClock = Schema.Struct({ name: Schema.String, ahead: Millis })
const movedClocks = Collection.make({ name: "moved_clocks", schema: MovedClock, id: ({ name }) => name })
const NAME = "clock"
const clockRef = (environment: Environment) => byId(movedClocks, environmentKey(environment), NAME)

/** For how long a node trusts what it read last: another node may have moved the clock meanwhile. */
const TRUSTED: Millis = 250

/** The clocks of sandbox environments, which may be moved ahead. */
export class SandboxTime extends Context.Service<
  SandboxTime,
  {
    readonly aheadOf: (environment: Environment) => Effect.Effect<Millis, StoreUnavailable>
    /** Moves it on by so much; answers how far ahead it then is. */
    readonly moveBy: (environment: Environment, by: Millis) => Effect.Effect<Millis, StoreUnavailable>
  }
>()("@countersign/sandbox/clock/SandboxTime") {}

export const sandboxTime: Layer.Layer<SandboxTime, never, Store> = Layer.effect(
  SandboxTime,
  Effect.gen(function* () {
    const store = yield* Store
    const known = new Map<string, { readonly ahead: Millis; readonly at: Millis }>()
    const noted = Effect.fnUntraced(function* (environment: Environment, ahead: Millis) {
      known.set(environmentKey(environment), { ahead, at: yield* Clock.currentTimeMillis })
      return ahead
    })
    return SandboxTime.of({
      aheadOf: Effect.fnUntraced(function* (environment) {
        const at = yield* Clock.currentTimeMillis
        const last = known.get(environmentKey(environment))
        if (last !== undefined && Math.abs(at - last.at) < TRUSTED) return last.ahead
        const record = yield* Effect.provideService(loadOne(clockRef(environment)), Store, store)
        return yield* noted(environment, record?.value.ahead ?? 0)
      }),
      moveBy: Effect.fnUntraced(function* (environment, by) {
        const ahead = yield* Effect.provideService(again(moved(environment, by)), Store, store)
        return yield* noted(environment, ahead)
      })
    })
  })
)

const moved = Effect.fnUntraced(function* (environment: Environment, by: Millis) {
  const at = yield* Clock.currentTimeMillis
  const record = yield* loadOne(clockRef(environment))
  const value = { name: NAME, ahead: (record?.value.ahead ?? 0) + by }
  const key = environmentKey(environment)
  const change = record === undefined ? insert(movedClocks, key, value, at) : replace(record, value, at)
  yield* commit({ changes: [change], guards: [] })
  return value.ahead
})
