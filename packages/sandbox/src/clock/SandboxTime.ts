import { Clock, Context, Effect, Layer, Schema } from "@countersign/core/effect"
import {
  byId,
  type Change,
  Collection,
  clockAhead,
  type Environment,
  type EnvironmentKey,
  EnvironmentRunner,
  environmentKey,
  insert,
  loadOne,
  Millis,
  type RunInEnvironment,
  replace,
  Store,
  type StoreUnavailable
} from "@countersign/core/internal"
import { storeAhead } from "./environmentTime.ts"

/** How far the clock of an environment was advanced. It is never moved back. */
const MovedClock = Schema.Struct({ name: Schema.String, ahead: Millis })
export const movedClocks = Collection.make({ name: "moved_clocks", schema: MovedClock, id: "name" })
const NAME = "clock"

/** The maximum difference between a sandbox's time and the machine's, in milliseconds: ten years of 365 days. */
export const MOST_AHEAD: Millis = 3650 * 86_400_000

/** Reads how far an environment is ahead, and returns the change that advances it. */
export const readAhead = Effect.fnUntraced(function* (environment: EnvironmentKey, at: Millis) {
  const record = yield* loadOne(byId(movedClocks, environment, NAME))
  const ahead = record?.value.ahead ?? 0
  const moved = (by: Millis): Change => {
    const value = { name: NAME, ahead: ahead + by }
    return record === undefined ? insert(movedClocks, environment, value, at) : replace(record, value, at)
  }
  return { ahead, moved }
})

/** How long a node caches the value, because another node may advance the clock. */
const REUSED_FOR: Millis = 250

/** The clocks of sandbox environments, which may be ahead of the machine's. */
export class SandboxTime extends Context.Service<
  SandboxTime,
  {
    readonly machine: Clock.Clock
    /** Milliseconds; read from the store at most four times a second. */
    readonly aheadOf: (environment: Environment) => Effect.Effect<Millis, StoreUnavailable>
    /** Replaces the cached value of this node. */
    readonly note: (environment: Environment, ahead: Millis) => void
  }
>()("@countersign/sandbox/clock/SandboxTime") {}

export const sandboxTime: Layer.Layer<SandboxTime, never, Store> = Layer.effect(
  SandboxTime,
  Effect.gen(function* () {
    const store = yield* Store
    const machine = yield* Clock.Clock
    const known = new Map<string, { readonly ahead: Millis; readonly at: Millis }>()
    const note = (environment: Environment, ahead: Millis): void => {
      known.set(environmentKey(environment), { ahead, at: machine.currentTimeMillisUnsafe() })
    }
    return SandboxTime.of({
      machine,
      note,
      aheadOf: Effect.fnUntraced(function* (environment) {
        const at = machine.currentTimeMillisUnsafe()
        const last = known.get(environmentKey(environment))
        if (last !== undefined && Math.abs(at - last.at) < REUSED_FOR) return last.ahead
        const { ahead } = yield* Effect.provideService(readAhead(environmentKey(environment), at), Store, store)
        note(environment, ahead)
        return ahead
      })
    })
  })
)

/** Runs programs of sandbox environments on the environment's clock, and those of production unchanged. */
export const sandboxRunner: Layer.Layer<never, never, SandboxTime | Store> = Layer.effect(
  EnvironmentRunner,
  Effect.gen(function* () {
    const store = yield* Store
    const { aheadOf, machine } = yield* SandboxTime
    const run: RunInEnvironment = (environment, program) => {
      if (environment.mode === "production") return program
      return Effect.flatMap(aheadOf(environment), (ahead) => {
        if (ahead === 0) return program
        const now = () => ahead
        const own = storeAhead(store, { machine, stored: ahead, now })
        return program.pipe(
          Effect.provideService(Clock.Clock, clockAhead(machine, now)),
          Effect.provideService(Store, own)
        )
      })
    }
    return run
  })
)
