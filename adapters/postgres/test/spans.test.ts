import { ALL } from "@countersign/core"
import { Cause, Effect, Tracer } from "effect"
import { expect, it } from "vitest"
import { answering } from "./answering.ts"
import { here, insert, things } from "./things.ts"

const page = { ...here, index: ALL, limit: 9 }

/** A subscriber and the spans it received. */
const listener = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return { spans, listening: Effect.provideService(Tracer.Tracer, tracer) }
}

it("a subscriber receives a span for each call of the store, and none for polling for work", async () => {
  const { listening, spans } = listener()
  const { store } = await answering(async () => ({ rows: [{ lost: null, removed: "0" }] }))
  const { store: empty } = await answering(async () => ({ rows: [] }))
  const calls = Effect.gen(function* () {
    yield* store.commit([insert("a")], [])
    yield* store.sweep([things], 0, 1)
    yield* empty.load([{ ...here, by: "id", id: "a" }])
    yield* empty.find(page)
    yield* empty.claimDue(things, 0, 1, 1)
  })
  await Effect.runPromise(listening(calls))
  expect(spans.map(({ name }) => name)).toEqual(["postgres commit", "postgres load", "postgres find"])
  for (const { attributes, kind } of spans) {
    expect([kind, Object.fromEntries(attributes)]).toEqual(["client", { "db.system.name": "postgresql" }])
  }
})

it("a failure names its span, and has none without a subscriber", async () => {
  const { store } = await answering(() => Promise.reject(new Error("lost")))
  const find = store.find(page)
  const reported = (call: typeof find) =>
    Effect.runPromise(call.pipe(Effect.sandbox, Effect.flip, Effect.map(Cause.pretty)))
  expect(await reported(listener().listening(find))).toContain("postgres find")
  expect(await reported(find)).not.toContain("postgres find")
})
