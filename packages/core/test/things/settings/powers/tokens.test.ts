import { operatorStart, person, turnOn } from "@countersign/harness/recovery/kit"
import { receiver } from "@countersign/harness/webhooks/receiver"
import { type Answer, type Caller, callers, makeWorld, tokenOptions } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { secretDigest } from "countersign"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it, vi } from "vitest"

const world = makeWorld({
  logs: "none",
  webhooks: { allowPrivate: true },
  tokens: tokenOptions.filter(({ mode }) => mode === "sandbox")
})
afterAll(() => world.countersign.close())

const SCOPES = ["VIEW", "TRANSACT", "MANAGE", "OPERATE"]
const sets = Array.from({ length: 15 }, (_, bits) => SCOPES.filter((__, place) => (bits + 1) & (1 << place)))
const alpha = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })

interface Made extends Caller {
  readonly id: string
}
const madeOf = ({ clientId, clientSecret, id }: Answer["body"]): Made => ({ id, token: clientId, secret: clientSecret })
const make = async (maker: Caller, permissions: ReadonlyArray<string> = SCOPES) => {
  const { body, status } = await world.call(maker, "POST", "/tokens", { body: { name: "robot", permissions } })
  expect(status).toBe(201)
  return madeOf(body)
}
const remove = (by: Caller, { id }: Pick<Made, "id">, query = "") => world.call(by, "DELETE", `/tokens/${id}${query}`)
const isAlive = async (caller: Caller) =>
  (await world.call(caller, "GET", "/tokens/Token:01890000-0000-7000-8000-000000000000")).status !== 401

let nth = 0
const platform = async (by: Caller = callers.chief, permissions = SCOPES) => {
  nth += 1
  const body = { platformId: `bank-${nth}`, name: "first", permissions }
  const made = await world.call(by, "POST", "/platforms", { body })
  return { ...body, made, first: made.status === 201 ? madeOf(made.body.token) : undefined }
}

describe("acts of a token on tokens", () => {
  it("removes exactly the tokens whose permissions it has, over every pair of sets (GA10)", async () => {
    for (const own of sets) {
      const maker = await make(callers.chief, own)
      for (const theirs of sets) {
        const target = await make(callers.chief, theirs)
        for (const query of ["", "?reason=stolen"]) {
          const { body, status } = await remove(maker, target, query)
          const isWithin = theirs.every((scope) => own.includes(scope))
          const gone = query === "" ? 204 : 404
          const expected = !own.includes("MANAGE") ? 403 : isWithin ? gone : 403
          expect([own, theirs, query, status]).toEqual([own, theirs, query, expected])
          if (status === 403 && own.includes("MANAGE")) expect(body.reason).toBe("Permissions exceed the token's own")
        }
      }
    }
  })

  it("leaves an OPERATE token to the host's own program, which removes any (GA10)", async () => {
    const operator = await make(callers.chief, ["OPERATE"])
    expect((await remove(callers.a, operator)).status).toBe(403)
    expect(await isAlive(operator)).toBe(true)
    await alpha.tokens.delete(operator.id)
    expect(await isAlive(operator)).toBe(false)
  })

  it("creates no platform whose first token has a permission that the caller lacks (GA10)", async () => {
    const { made } = await platform(callers.support, ["VIEW", "OPERATE"])
    expect([made.status, made.body.reason]).toEqual([403, "Permissions exceed the token's own"])
    expect((await platform(callers.support, ["OPERATE"])).made.status).toBe(201)
  })

  it("creates no token at the end of a chain of eight (GA11)", async () => {
    let last: Caller = callers.chief
    for (let length = 1; length <= 8; length += 1) last = await make(last)
    const { body, status } = await world.call(last, "POST", "/tokens", { body: { name: "x", permissions: ["VIEW"] } })
    expect([status, body.reason]).toEqual([403, "Chain of tokens too long"])
  })
})

describe("the removal of a token as stolen", () => {
  it("ends every token that goes back to it, also through one that was removed, and no other (GA11)", async () => {
    const thief = await make(callers.chief)
    const child = await make(thief)
    const grandchild = await make(child)
    const other = await make(callers.chief)
    expect((await remove(thief, child)).status).toBe(204)
    expect((await remove(callers.chief, thief, "?reason=stolen")).status).toBe(204)
    expect([await isAlive(thief), await isAlive(grandchild), await isAlive(other)]).toEqual([false, false, true])
    expect((await remove(callers.chief, thief, "?reason=stolen")).body.code).toBe("TOKEN_NOT_FOUND")
  })

  it("leaves what the token made where it is removed without a reason (GA11)", async () => {
    const maker = await make(callers.chief)
    const child = await make(maker)
    expect((await remove(callers.chief, maker)).status).toBe(204)
    expect(await isAlive(child)).toBe(true)
    // The token is gone, and what it made is closed afterwards all the same.
    expect((await remove(callers.chief, maker, "?reason=stolen")).status).toBe(204)
    expect(await isAlive(child)).toBe(false)
  })

  it("ends the tokens that it makes while it is removed (GA11)", async () => {
    for (let round = 0; round < 20; round += 1) {
      const thief = await make(callers.chief)
      const child = await make(thief)
      const racing = Array.from({ length: 6 }, (_, nth) =>
        world.call(nth % 2 === 0 ? thief : child, "POST", "/tokens", {
          body: { name: "late", permissions: ["MANAGE"] }
        })
      )
      const [removed, ...made] = await Promise.all([remove(callers.chief, thief, "?reason=stolen"), ...racing])
      expect(removed.status).toBe(204)
      for (const { body, status } of made) if (status === 201) expect(await isAlive(madeOf(body))).toBe(false)
    }
  })

  it("cancels the recoveries that it started as an operator, and no other, and settings change again (GA11)", async () => {
    await turnOn(world)
    const [one, two] = [await person(world), await person(world)]
    const thief = await make(callers.chief, ["MANAGE", "OPERATE"])
    const started = await operatorStart(world, one.accountId, await make(thief, ["OPERATE"]))
    const own = await operatorStart(world, two.accountId)
    const statusOf = async (id: string) => (await world.call(callers.a, "GET", `/auth/recoveries/${id}`)).body.status
    const refused = await remove(await make(callers.a, ["VIEW", "TRANSACT", "MANAGE"]), thief, "?reason=stolen")
    expect([refused.status, await statusOf(started.body.id)]).toEqual([403, "WAITING"])
    const [closed] = await alpha.tokens.revokeStolen(thief.id)
    expect(closed?.recoveries).toEqual([started.body.id])
    expect([await statusOf(started.body.id), await statusOf(own.body.id)]).toEqual(["CANCELLED", "WAITING"])
    await world.call(callers.support, "POST", `/operator/recoveries/${own.body.id}/cancel`, {
      body: { actor: "test", reason: "test" }
    })
  })

  it("removes the webhook endpoint that it set, and no other, and names its revisions of the settings (GA11)", async () => {
    const hook = await receiver()
    const endpoint = async (by: Caller, webhookEndpoint: string) => {
      expect((await world.call(by, "PATCH", "/config", { body: { webhookEndpoint } })).status).toBe(200)
    }
    const endpointOf = async () => (await world.call(callers.chief, "GET", "/config")).body.webhookEndpoint
    const thief = await make(callers.chief)
    await endpoint(await make(thief), hook.url)
    // Another patch does not make it another caller's endpoint.
    await world.call(callers.chief, "PATCH", "/config", { body: { umaDomain: "pay.example.com" } })
    const { revision } = await alpha.settings.read()
    await world.call(await make(thief), "PATCH", "/platform/settings", { body: { revision } })
    const [closed] = await alpha.tokens.revokeStolen(thief.id)
    expect([closed?.webhookEndpoint, closed?.settingsRevisions]).toEqual([true, [revision + 1]])
    expect(closed?.tokens).toHaveLength(2)
    expect(await endpointOf()).toBeUndefined()
    const other = await make(callers.chief)
    await endpoint(callers.chief, hook.url)
    expect((await remove(callers.chief, other, "?reason=stolen")).status).toBe(204)
    expect(await endpointOf()).toBe(hook.url)
  })

  it("closes the platforms of a token of the configuration, and the tokens in them (GA11)", async () => {
    const stolen = await platform(callers.chief)
    const kept = await platform(callers.support, ["OPERATE"])
    const [first, here] = [stolen.first, await make(callers.chief)]
    if (first === undefined || kept.first === undefined) throw new Error("No platform was created")
    const second = await make(first)
    const closed = await alpha.tokens.revokeStolen("chief")
    expect(closed.map(({ environment }) => environment.platformId)).toContain(stolen.platformId)
    for (const token of [first, second, here]) expect(await isAlive(token)).toBe(false)
    expect(await isAlive(kept.first)).toBe(true)
    await expect(alpha.tokens.revokeStolen("nobody")).rejects.toMatchObject({ status: 404, code: "TOKEN_NOT_FOUND" })
  })
})

describe("the start of a service", () => {
  it("names each configured platform that was created by API or has tokens that no configured token made (GA11)", async () => {
    const store = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
    const all = tokenOptions.filter(({ mode }) => mode === "sandbox")
    const before = makeWorld({ logs: "none", store, tokens: all })
    const made = await before.call(callers.chief, "POST", "/platforms", {
      body: { platformId: "newbank", name: "first", permissions: ["MANAGE"] }
    })
    expect(made.status).toBe(201)
    await before.countersign.close()
    const lines: Array<string> = []
    const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line))
    const started = async (ids: ReadonlyArray<string>) => {
      lines.length = 0
      const newbank = {
        id: "newbank",
        secretSha256: secretDigest("x"),
        platformId: "newbank",
        mode: "sandbox" as const
      }
      const tokens = [newbank, ...all.filter(({ id }) => ids.includes(id))]
      const again = makeWorld({ logs: "json", store, tokens })
      await expect.poll(() => lines.some((line) => line.includes("created through the API"))).toBe(true)
      await again.countersign.close()
      return lines.filter((line) => line.includes("sandbox/newbank"))
    }
    const named = await started(["chief"])
    expect(named.join()).toContain("a configured platform was created through the API")
    expect(named.join()).not.toContain("no configured token made")
    const dropped = await started(["support"])
    expect(dropped.join()).toContain("no configured token made")
    expect(dropped.join()).toContain(made.body.token.id)
    log.mockRestore()
  })
})
