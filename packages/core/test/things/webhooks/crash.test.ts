import { roundsOn } from "@countersign/harness/stores"
import { CLABE, change, endpoint, hookWorld, receiver, until } from "@countersign/harness/webhooks/receiver"
import { callers } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { Store, StoreUnavailable } from "countersign/effect"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { makeDesk } from "./desk.ts"

/** A memory store whose commits fail on demand: before they are applied, or after. */
const frailStore = () => {
  const inner = Effect.runSync(makeMemoryStore)
  const fails = { before: false, after: false, of: "" }
  const store = Store.of({
    ...inner,
    commit: (changes, guards) => {
      const isMeant = changes.some(({ collection }) => collection.name === fails.of)
      const away = Effect.fail(new StoreUnavailable({}))
      if (isMeant && fails.before) return away
      return isMeant && fails.after
        ? Effect.andThen(inner.commit(changes, guards), away)
        : inner.commit(changes, guards)
    }
  })
  return { fails, layer: Layer.succeed(Store, store) }
}

describe("W8 I12: a crash between a change and its event", () => {
  it("a change that was not committed sends no event", async () => {
    const { fails, layer } = frailStore()
    const { rounds, store } = roundsOn(layer)
    const world = hookWorld({ store })
    const there = await receiver()
    await endpoint(world, there.url)
    fails.of = "external_accounts"
    fails.before = true
    await expect(change(world)).rejects.toThrow("503")
    fails.before = false
    const id = await change(world)
    await there.until(1)
    await rounds("events")
    expect(there.events().map(({ event }) => event.data.id)).toEqual([id])
  })

  it("a change whose caller never got its response sends its event", async () => {
    const { fails, layer } = frailStore()
    const world = hookWorld({ store: layer })
    const there = await receiver()
    await endpoint(world, there.url)
    fails.of = "external_accounts"
    fails.after = true
    await expect(change(world)).rejects.toThrow("503")
    fails.after = false
    await there.until(1)
    const { body } = await world.call(callers.a, "GET", "/platform/external-accounts")
    expect(there.events().map(({ event }) => event.data.id)).toEqual([body.data[0].id])
    expect(body.data[0].accountInfo.clabeNumber).toBe(CLABE)
  })

  it("a delivery whose result was not stored is repeated when its lease expires, under the same id", async () => {
    const { fails, layer } = frailStore()
    const desk = await makeDesk(() => 200, { store: layer })
    await desk.endpoint("https://hooks.example.com/")
    await desk.round()
    const id = await desk.happens()
    fails.of = "events"
    fails.before = true
    await desk.round()
    fails.before = false
    expect(await desk.event(id)).toMatchObject({ status: "PENDING", attempts: 0 })
    desk.clock.at += 29_999
    expect(await desk.round()).toBe(0)
    desk.clock.at += 1
    expect(await desk.round()).toBe(1)
    expect(await desk.event(id)).toMatchObject({ status: "DELIVERED", attempts: 1 })
    expect(desk.sent.slice(1).map((post) => post.id)).toEqual([id, id])
    // When its result is stored, it is complete.
    desk.clock.at += 86_400_000
    expect(await desk.round()).toBe(0)
  })

  it("a node that stores its result late does not overwrite the next node's", async () => {
    const { layer } = frailStore()
    const clock = { at: Date.parse("2026-03-01T12:00:00Z") }
    let letGo = () => {}
    const slow = new Promise<number>((resolve) => {
      letGo = () => resolve(500)
    })
    const one = await makeDesk((_, nth) => (nth === 1 ? 200 : slow), { store: layer, clock })
    const two = await makeDesk(() => 200, { store: layer, clock })
    await one.endpoint("https://hooks.example.com/")
    await one.round()
    const id = await one.happens()
    await one.start()
    await until(() => one.sent.length === 2)
    clock.at += 30_000
    expect(await two.round()).toBe(1)
    letGo()
    await until(() => one.underWay() === 0)
    expect(await one.event(id)).toMatchObject({ status: "DELIVERED", attempts: 1, lastStatus: 200 })
  })
})
