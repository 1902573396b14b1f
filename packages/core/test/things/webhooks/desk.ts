import {
  announce,
  announceTest,
  byId,
  commit,
  type Event,
  events,
  freshId,
  loadOne,
  makeLanes,
  updateConfig,
  webhookDelivery
} from "@countersign/core/internal"
import { sandboxTokens } from "@countersign/harness/webhooks/receiver"
import { keys, START } from "@countersign/harness/world"
import {
  Collection,
  CurrentEnvironment,
  type Environment,
  EventBodies,
  environmentKey,
  layer,
  type Store,
  WebhookFault,
  type WebhookFaultWord,
  type WebhookPost,
  WebhookSender
} from "countersign/effect"
import { Context, Effect, Exit, type Layer, ManagedRuntime, Schema, Scope } from "effect"
import { onTestFinished } from "vitest"

/** The endpoint's result for one delivery: a status, or the reason of a failure. */
export type Answering = (
  post: WebhookPost,
  nth: number
) => number | WebhookFaultWord | Promise<number | WebhookFaultWord>

export const alpha: Environment = { platformId: "alpha", mode: "sandbox" }
export const beta: Environment = { platformId: "beta", mode: "sandbox" }

const things = Collection.make({
  name: "things",
  schema: Schema.Struct({ name: Schema.String }),
  id: ({ name }) => name
})

/**
 * A node's webhook deliveries without their loop: the test starts each round and sets the time. Deliveries are recorded
 * and not sent.
 */
export const makeDesk = async (
  answering: Answering,
  more: { readonly store?: Layer.Layer<Store>; readonly clock?: { at: number }; readonly timeout?: number } = {}
) => {
  const clock = more.clock ?? { at: START }
  const sent: Array<WebhookPost & { readonly at: number; readonly id: string }> = []
  const runtime = ManagedRuntime.make(
    layer({
      tokens: sandboxTokens,
      keys,
      logs: "none",
      now: () => clock.at,
      policy: { webhookTimeout: more.timeout ?? 15_000 },
      ...(more.store && { store: more.store })
    })
  )
  const sender = WebhookSender.of({
    judge: () => undefined,
    send: (post) =>
      Effect.gen(function* () {
        sent.push({ ...post, at: clock.at, id: String(post.headers["webhook-id"]) })
        const answer = yield* Effect.promise(async () => answering(post, sent.length))
        return typeof answer === "number" ? answer : yield* new WebhookFault({ word: answer })
      })
  })
  const bodies = EventBodies.of({
    render: ({ eventId, type }) =>
      type === "VERIFICATION.APPROVED"
        ? Effect.die(new Error("no renderer for this event"))
        : Effect.succeed(new TextEncoder().encode(JSON.stringify({ id: eventId, type })))
  })
  const context = Context.add(Context.add(await runtime.context(), WebhookSender, sender), EventBodies, bodies)
  type Ports = typeof context extends Context.Context<infer R> ? R : never
  const scope = Effect.runSync(Scope.make())
  const run = <A, E>(program: Effect.Effect<A, E, Ports | CurrentEnvironment | Scope.Scope>, environment = alpha) =>
    Effect.runPromise(
      program.pipe(
        Effect.provideService(CurrentEnvironment, environment),
        Effect.provideService(Scope.Scope, scope),
        Effect.provideContext(context)
      )
    )
  const work = await run(makeLanes(webhookDelivery(), "sandbox"))
  onTestFinished(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await runtime.dispose()
  })
  const desk = {
    clock,
    sent,
    run,
    /** Claims the due deliveries, without waiting for them. */
    start: () => run(work.round()),
    /** Claims the due deliveries, and waits until they are done. */
    round: async () => {
      const occupied = await run(work.round())
      while (work.underWay() > 0) await new Promise((resolve) => setImmediate(resolve))
      return occupied
    },
    underWay: work.underWay,
    endpoint: (url: string | null, environment = alpha) => run(updateConfig({ webhookEndpoint: url }), environment),
    /** Inserts an event into the outbox, as a change does. */
    happens: (type: Parameters<typeof announce>[0] | "TEST" = "EXTERNAL_ACCOUNT.STATUS_UPDATED", environment = alpha) =>
      run(
        Effect.gen(function* () {
          const { insert } =
            type === "TEST" ? announceTest(clock.at) : announce(type, things, { name: "a" }, clock.at, 1)
          const change = insert(yield* freshId("Webhook"), environment)
          yield* commit({ changes: [change], guards: [] })
          return change.id
        }),
        environment
      ),
    /** Inserts that many events in one commit. */
    happenMany: (count: number, environment: Environment) =>
      run(
        Effect.gen(function* () {
          const all = Array.from({ length: count }, () =>
            announce("EXTERNAL_ACCOUNT.STATUS_UPDATED", things, { name: "a" }, clock.at, 1)
          )
          const changes = yield* Effect.forEach(all, ({ insert }) =>
            Effect.map(
              Effect.gen(() => freshId("Webhook")),
              (id) => insert(id, environment)
            )
          )
          yield* commit({ changes, guards: [] })
          return changes.map(({ id }) => id)
        }),
        environment
      ),
    event: async (id: string, environment = alpha): Promise<Event> => {
      const found = await run(loadOne(byId(events, environmentKey(environment), id)))
      if (found === undefined) throw new Error("there is no such event")
      return found.value
    }
  }
  return desk
}
export type Desk = Awaited<ReturnType<typeof makeDesk>>

/** A delivery node whose endpoint is configured and has received its TEST event. */
export const deskWithEndpoint = async (...given: Parameters<typeof makeDesk>) => {
  const desk = await makeDesk(...given)
  await desk.endpoint("https://hooks.example.com/")
  await desk.round()
  desk.sent.length = 0
  return desk
}
