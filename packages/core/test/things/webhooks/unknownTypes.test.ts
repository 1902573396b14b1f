import { byId, events, load } from "@countersign/core/internal"
import { makeMemoryStore } from "@countersign/memory"
import { environmentKey, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { alpha, deskWithEndpoint } from "./desk.ts"

it("GO5, GO1: events of a newer version delay no other event, count no attempt, and stay for a node that knows them", async () => {
  const inner = Effect.runSync(makeMemoryStore)
  const desk = await deskWithEndpoint(() => 200, { store: Layer.succeed(Store, inner) })
  const environment = environmentKey(alpha)
  const newer = await desk.happenMany(40, alpha)
  for (const [nth, id] of newer.entries()) {
    const [[row] = []] = await Effect.runPromise(inner.load([{ collection: events, environment, by: "id", id }]))
    if (row === undefined) throw new Error("there is no such event")
    // A type that has no presenter here, and a state that the codec rejects.
    const body = {
      ...Object(row.body),
      ...(nth % 2 === 0 ? { type: "CARD.ISSUED" } : { environment: { kind: "card" } })
    }
    const { version } = row
    await Effect.runPromise(
      inner.commit([{ op: "replace", collection: events, environment, id, version, body, at: row.updatedAt }], [])
    )
  }
  desk.clock.at += 1
  const healthy = await desk.happenMany(5, alpha)
  for (let round = 0; round < 8; round++) await desk.round()
  expect(desk.sent.map(({ id }) => id).toSorted()).toEqual(healthy.toSorted())
  const [first = ""] = newer
  const { found } = await desk.run(load({ found: byId(events, environment, first) }))
  expect(found?.value).toMatchObject({ type: "CARD.ISSUED", status: "PENDING", attempts: 0 })
  // A node that knows the type delivers it soon, and does not wait for the end of the lease.
  expect(await Effect.runPromise(inner.claimDue(events, desk.clock.at + 1999, 1000, 100))).toEqual([])
  const stored = await Effect.runPromise(inner.claimDue(events, desk.clock.at + 2000, 1000, 100))
  expect(stored.map(({ id }) => id).toSorted()).toEqual(newer.toSorted())
})
