import { ALL } from "@countersign/core"
import { Cause, Effect, Tracer } from "effect"
import { expect, it } from "vitest"
import { answering } from "./answering.ts"
import { here, insert, things } from "./things.ts"

const page = { ...here, index: ALL, limit: 9 }

/** Somebody who listens, and what was heard. */
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

it("whoever listens hears of each call that somebody made, and of none that looks for work", async () => {
  const { listening, spans } = listener()
  const { store } = await answering(async () => ({ rows: [{ refused: "{}" }] }))
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

it("a failure names the span it came from, and none where nobody listens: none was made", async () => {
  const { store } = await answering(() => Promise.reject(new Error("lost")))
  const find = store.find(page)
  const told = (call: typeof find) =>
    Effect.runPromise(call.pipe(Effect.sandbox, Effect.flip, Effect.map(Cause.pretty)))
  expect(await told(listener().listening(find))).toContain("postgres find")
  expect(await told(find)).not.toContain("postgres find")
})
