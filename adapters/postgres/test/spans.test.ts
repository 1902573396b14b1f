import { ALL } from "@countersign/core"
import { Effect, Tracer } from "effect"
import { expect, it } from "vitest"
import { answering } from "./answering.ts"
import { here, insert, things } from "./things.ts"

it("whoever listens hears of each call that somebody made, and of none that looks for work", async () => {
  const { store } = await answering(async () => ({ rows: [{ lost: "{}", removed: "0" }] }))
  const spans: Array<Tracer.NativeSpan> = []
  const listening = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const calls = Effect.gen(function* () {
    yield* store.commit([insert("a")], [])
    yield* store.sweep([things], 0, 1)
  })
  await Effect.runPromise(Effect.provideService(calls, Tracer.Tracer, listening))
  const { store: empty } = await answering(async () => ({ rows: [] }))
  const reads = Effect.gen(function* () {
    yield* empty.load([{ ...here, by: "id", id: "a" }])
    yield* empty.find({ ...here, index: ALL, limit: 9 })
    yield* empty.claimDue(things, 0, 1, 1)
  })
  await Effect.runPromise(Effect.provideService(reads, Tracer.Tracer, listening))
  expect(spans.map(({ name }) => name)).toEqual(["postgres commit", "postgres load", "postgres find"])
  for (const { attributes, kind } of spans) {
    expect([kind, Object.fromEntries(attributes)]).toEqual(["client", { "db.system.name": "postgresql" }])
  }
})
