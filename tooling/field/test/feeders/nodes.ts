import { DeliveryOutcome, type DueWorkOf, type Mode, makeLanes, type Row } from "@countersign/core/internal"
import { keys, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { sha256Hex } from "@countersign/wire"
import type { KeyOptions } from "countersign"
import { type Change, type Declaration, type EnvironmentKey, Store } from "countersign/effect"
import { Effect, Exit, Layer, Schema, Scope } from "effect"
import { onTestFinished } from "vitest"
import { feeding } from "../feeding.ts"

const Environment = Schema.TemplateLiteral([Schema.Literals(["sandbox", "production"]), "/", Schema.String])

const queue: Declaration = { name: "queue", unique: {}, indexes: {}, due: "dueAt" }

const order = (environment: EnvironmentKey): Change => ({
  ...{ op: "insert", collection: queue, environment, id: environment, body: { dueAt: 0 }, at: 0 }
})

/** Due work of several environments, and a node that serves some modes: what it starts, and what it leaves as it was. */
export const dueWork = feeding(
  Schema.Struct({ serves: Schema.Array(Schema.Literals(["sandbox", "production"])), due: Schema.Array(Environment) }),
  async ({ due, serves }) => {
    const store = Effect.runSync(makeMemoryStore)
    const scope = Effect.runSync(Scope.make())
    onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    await Effect.runPromise(store.commit(due.map(order), []))
    const started: Array<string> = []
    const work: DueWorkOf<Store> = {
      of: queue,
      perform: ({ environment, id, version }: Row) =>
        Effect.suspend(() => {
          started.push(environment)
          return store.commit([{ op: "remove", collection: queue, environment, id, version }], [])
        })
    }
    const run = <A, E>(program: Effect.Effect<A, E, Store | Scope.Scope>) =>
      Effect.runPromise(program.pipe(Effect.provideService(Store, store), Effect.provideService(Scope.Scope, scope)))
    for (const mode of serves satisfies ReadonlyArray<Mode>) {
      const lanes = await run(makeLanes(work, mode))
      while ((await run(lanes.round())) > 0) await run(Effect.yieldNow)
    }
    const found = await Effect.runPromise(
      store.load(due.map((environment) => ({ collection: queue, environment, by: "id", id: environment })))
    )
    const left = found.flat().map(({ environment, version }) => [environment, version] as const)
    return { started: started.toSorted(), left: Object.fromEntries(left) }
  }
)

/** The answer of `/health/ready`, up to the fingerprints of keys. */
const readyOf = async (store: Layer.Layer<Store>, given: KeyOptions = keys) => {
  const { countersign } = makeWorld({ clock: "real", store, keys: given, logs: "none" })
  onTestFinished(() => countersign.close())
  const answer = await countersign.handler(new Request("http://countersign.test/health/ready"))
  const { reason = "" } = JSON.parse(await answer.text())
  return { status: answer.status, reason: String(reason).replace(/ has [0-9a-f]{16}.*$/su, "") }
}

const another = (text: string) => sha256Hex(`a key of another installation: ${text}`)

const CHANGES: Readonly<Record<string, KeyOptions>> = {
  none: keys,
  vault: { ...keys, vault: another("vault") },
  service: { ...keys, service: another("service") },
  webhooks: { ...keys, webhooks: [another("webhooks")] },
  "vault, with a new one behind it": { ...keys, vault: [keys.vault, another("vault")], wallets: keys.vault },
  "vault, with the old one behind it": { ...keys, vault: [another("vault"), keys.vault], wallets: keys.vault },
  "webhooks, of which one is known": { ...keys, webhooks: [another("webhooks"), another("older")] },
  "vault and service": { ...keys, vault: another("vault"), service: another("service") }
}

/** A node with other keys than the first one of its database: the answer of its readiness, and then of the first node. */
export const nodeKeys = feeding(Schema.Struct({ differs: Schema.String }), async ({ differs }) => {
  const given = CHANGES[differs]
  if (given === undefined) throw new Error(`no such change of keys: ${differs}`)
  const store = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
  const first = await readyOf(store)
  const other = await readyOf(store, given)
  return { first: first.status, other, afterwards: (await readyOf(store)).status }
})

/** The state of the database as a node reads it: the answer of its readiness. */
export const databaseStates = feeding(
  Schema.Struct({ canWrite: Schema.Boolean, apart: Schema.Number }),
  async ({ apart, canWrite }) => {
    const inner = Effect.runSync(makeMemoryStore)
    const state = Effect.sync(() => ({ canWrite, now: Date.now() + apart }))
    return readyOf(Layer.succeed(Store, Store.of({ ...inner, state })))
  }
)

/** The delay before the next delivery of an event, in seconds, between the shortest and the longest that chance makes. */
export const retries = feeding(Schema.Struct({ attempts: Schema.Number }), ({ attempts }) =>
  [0, 1].map((chance) => DeliveryOutcome.wait(attempts, chance) / 1000)
)
