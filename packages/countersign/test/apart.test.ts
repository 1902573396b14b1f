import { rounds } from "@countersign/harness/rounds"
import { callers, makeWorld, START } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { Effect, Layer } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { Store } from "../src/effect.ts"

const CALLS = rounds(4000, 1200)

/** A store that completes concurrent reads in another order than they started. */
const shuffled = Layer.effect(
  Store,
  Effect.map(makeMemoryStore, (store) => {
    let requested = 0
    const later = () => {
      requested += 1
      const millis = (requested * 7919) % 23
      return Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, millis)))
    }
    return Store.of({
      ...store,
      load: (refs) => Effect.andThen(later(), store.load(refs)),
      find: (query) => Effect.andThen(later(), store.find(query))
    })
  })
)

it(`D12: runs each of ${CALLS} concurrent calls in its own platform and mode`, async () => {
  const world = makeWorld({ store: shuffled })
  const who = [callers.a, callers.b, callers.live, callers.liveB]
  const own = await Promise.all(who.map((caller) => world.customer(caller)))
  const answers = await Promise.all(
    Array.from({ length: CALLS }, async (_, nth) => {
      const [caller, mine] = [who[nth % who.length], own[nth % own.length]]
      const { body, status } =
        nth % 3 === 0
          ? await world.call(caller, "GET", "/customers")
          : await world.call(caller, "GET", `/auth/credentials?accountId=${mine?.accountId}`)
      const seen = body.data.map((one: { readonly id: string }) => one.id).join()
      return status === 200 && seen === (nth % 3 === 0 ? mine?.customerId : mine?.credentialId)
    })
  )
  expect(answers.filter((isRight) => !isRight)).toHaveLength(0)
  await world.countersign.close()
})

describe("D18: in any time zone", () => {
  const home = process.env.TZ
  afterEach(() => {
    if (home === undefined) delete process.env.TZ
    else process.env.TZ = home
  })

  it.each(["Pacific/Apia", "Asia/Kathmandu", "America/St_Johns", "UTC"])(
    "%s: returns instants in UTC",
    async (zone) => {
      process.env.TZ = zone
      const world = makeWorld()
      const created = await world.call(callers.a, "POST", "/customers", {
        body: { customerType: "INDIVIDUAL", email: "ada@example.com" }
      })
      expect(created.body.createdAt).toBe(new Date(START).toISOString())
      const { credentialId } = await world.customer(callers.a)
      const challenge = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
      expect(challenge.body.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)
      await world.countersign.close()
    }
  )
})
