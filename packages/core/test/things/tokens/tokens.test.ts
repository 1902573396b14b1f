import { recordedStore } from "@countersign/harness/stores"
import { type Answer, basic, type Caller, callers, keys, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { encodeBase64, encodeUtf8 } from "@countersign/wire"
import { Store, StoreUnavailable } from "countersign/effect"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it } from "vitest"

const watched = recordedStore()
const world = makeWorld({ store: watched.store })
afterAll(() => world.countersign.close())

const call = (caller: Caller, method: string, path: string, body?: unknown) =>
  world.call(caller, method, path, body === undefined ? {} : { body })
const create = (permissions: ReadonlyArray<string>, maker = callers.a, name = "robot") =>
  call(maker, "POST", "/tokens", { name, permissions })
const callerOf = ({ body }: Answer): Caller => ({ token: body.clientId, secret: body.clientSecret })
const made = async (permissions: ReadonlyArray<string>, maker = callers.a) => callerOf(await create(permissions, maker))

const ALL = ["VIEW", "TRANSACT", "MANAGE"]
/** Every set of permissions except the empty one. */
const sets = [1, 2, 3, 4, 5, 6, 7].map((bits) => ALL.filter((_, place) => bits & (1 << place)))

describe("A22 H1: a token", () => {
  it("returns its secret once, and is read and listed without it", async () => {
    const answer = await create(["VIEW"])
    const { clientSecret, ...token } = answer.body
    expect([answer.status, token.name, token.permissions]).toEqual([201, "robot", ["VIEW"]])
    expect([token.id, clientSecret]).toEqual([
      expect.stringMatching(/^Token:[0-9a-f-]{36}$/u),
      expect.stringMatching(/^[A-Za-z0-9_-]{43}$/u)
    ])
    const read = await call(callers.a, "GET", `/tokens/${token.id}`)
    expect([read.status, read.body]).toEqual([200, token])
    expect((await call(callers.a, "GET", "/tokens")).body.data).toContainEqual(token)
    const another = await create(["VIEW"])
    expect(another.body.clientSecret).not.toBe(clientSecret)
  })

  it("is valid in the environment that created it, and in no other", async () => {
    for (const maker of [callers.a, callers.b, callers.live]) {
      const { customerId } = await world.customer(maker)
      const token = await made(ALL, maker)
      expect((await call(token, "GET", `/customers/${customerId}`)).status).toBe(200)
      for (const other of [callers.a, callers.b, callers.live, callers.liveB].filter((one) => one !== maker)) {
        const path = `/customers/${(await world.customer(other)).customerId}`
        expect((await call(token, "GET", path)).status).toBe(404)
      }
    }
  })

  it("I9: cannot be read or deleted from another platform or mode", async () => {
    const { body } = await create(["VIEW"])
    for (const other of [callers.b, callers.live, callers.liveB]) {
      for (const method of ["GET", "DELETE"]) {
        const answer = await call(other, method, `/tokens/${body.id}`)
        expect([answer.status, answer.body.code]).toEqual([404, "TOKEN_NOT_FOUND"])
      }
      expect(JSON.stringify((await call(other, "GET", "/tokens")).body)).not.toContain(body.id)
    }
    const caller = { token: body.clientId, secret: body.clientSecret }
    expect((await call(caller, "GET", "/customers")).status).toBe(200)
    // The user name names another mode or platform, so it matches no token.
    for (const [from, to] of [
      ["sandbox", "production"],
      ["alpha", "beta"]
    ] as const) {
      const moved = { ...caller, token: caller.token.replace(from, to) }
      expect((await call(moved, "GET", "/customers")).status).toBe(401)
    }
  })

  it("is refused on every node as soon as it is deleted, and a second deletion is answered with 404", async () => {
    const { body } = await create(ALL)
    const token = { token: body.clientId, secret: body.clientSecret }
    expect((await call(token, "GET", "/customers")).status).toBe(200)
    expect((await call(callers.a, "DELETE", `/tokens/${body.id}`)).status).toBe(204)
    const refused = await call(token, "GET", "/customers")
    expect([refused.status, refused.body]).toEqual([
      401,
      (await call({ token: "x", secret: "y" }, "GET", "/customers")).body
    ])
    for (const method of ["GET", "DELETE"]) {
      const { body: removed, status } = await call(callers.a, method, `/tokens/${body.id}`)
      expect([status, removed.code]).toEqual([404, "TOKEN_NOT_FOUND"])
    }
  })

  it("can delete itself", async () => {
    const { body } = await create(["MANAGE"])
    const token = { token: body.clientId, secret: body.clientSecret }
    expect((await call(token, "DELETE", `/tokens/${body.id}`)).status).toBe(204)
    expect((await call(token, "DELETE", `/tokens/${body.id}`)).status).toBe(401)
  })

  it.each([
    [{ permissions: ["VIEW"] }, "name"],
    [{ name: "", permissions: ["VIEW"] }, "name"],
    [{ name: "x" }, "permissions"],
    [{ name: "x", permissions: [] }, "permissions"],
    [{ name: "x", permissions: ["VIEW", "VIEW"] }, "permissions"],
    [{ name: "x", permissions: ["ROOT"] }, "permissions.0"],
    [{ name: "x", permissions: "VIEW" }, "permissions"],
    [{ name: "x", permissions: ["VIEW"], clientSecret: "chosen" }, "clientSecret"],
    [{ name: "x", permissions: ["VIEW"], mode: "production" }, "mode"]
  ])("cannot be created from %j", async (body, field) => {
    const answer = await call(callers.a, "POST", "/tokens", body)
    expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, field])
  })
})

describe("A21: the permissions of a token", () => {
  it.each(sets)("%s %s %s allow exactly that", async (...given) => {
    const permissions = given.filter((scope) => scope !== undefined)
    const token = await made(permissions)
    const requested: ReadonlyArray<readonly [scope: string, method: string, path: string, body?: object]> = [
      ["VIEW", "GET", "/customers"],
      ["VIEW", "GET", "/tokens"],
      ["TRANSACT", "POST", "/quotes", {}],
      ["TRANSACT", "POST", "/transfer-out", {}],
      ["MANAGE", "POST", "/customers", { customerType: "INDIVIDUAL" }],
      ["MANAGE", "POST", "/tokens", {}],
      ["MANAGE", "POST", "/verifications", {}],
      ["MANAGE", "POST", "/beneficial-owners", {}],
      ["MANAGE", "DELETE", "/customers/Customer:01890000-0000-7000-8000-000000000000"],
      ["MANAGE", "DELETE", "/tokens/Token:01890000-0000-7000-8000-000000000000"]
    ]
    for (const [scope, method, path, body] of requested) {
      const { status } = await call(token, method, path, body)
      expect([method, path, status === 403]).toEqual([method, path, !permissions.includes(scope)])
    }
  })

  it("never exceed those of the creating token, over every pair of sets", async () => {
    for (const own of sets) {
      const maker = await made(own)
      for (const wanted of sets) {
        const { body, status } = await create(wanted, maker)
        const isWithin = wanted.every((scope) => own.includes(scope))
        const expected = !own.includes("MANAGE") ? 403 : isWithin ? 201 : 403
        expect([own, wanted, status]).toEqual([own, wanted, expected])
        if (status === 403) expect(body.code).toBe("FORBIDDEN")
        if (own.includes("MANAGE") && !isWithin) expect(body.reason).toBe("Permissions exceed the token's own")
      }
    }
  })
})

describe("the secret of a token", () => {
  it("I8: is in one response, and in no other response, log line or row", async () => {
    const lines: Array<string> = []
    const original = console.log
    console.log = (line: unknown) => void lines.push(String(line))
    try {
      const first = await create(ALL)
      const token = callerOf(first)
      const answers = [
        await call(token, "GET", "/tokens"),
        await call(token, "GET", `/tokens/${first.body.id}`),
        await call(token, "POST", "/customers", { customerType: token.secret }),
        await call({ ...token, secret: `${token.secret}x` }, "GET", "/customers"),
        await world.call(callers.a, "POST", "/tokens", {
          body: { name: "again", permissions: ["VIEW"] },
          headers: { "idempotency-key": "k" }
        }),
        await call(token, "DELETE", `/tokens/${first.body.id}`),
        await call(token, "GET", "/tokens")
      ]
      const sinks = {
        answers: JSON.stringify(answers.map(({ body, headers }) => [body, [...headers]])),
        logs: lines.join("\n"),
        rows: JSON.stringify(watched.writes)
      }
      expect(sinks.rows).toContain("api_tokens")
      const spellings = [token.secret, encodeBase64(encodeUtf8(`${token.token}:${token.secret}`))]
      for (const [sink, text] of Object.entries(sinks)) {
        for (const spelling of spellings) expect([sink, text.includes(spelling)]).toEqual([sink, false])
      }
    } finally {
      console.log = original
    }
  })

  it("is not returned again under an Idempotency-Key, which creates no second token", async () => {
    const more = { body: { name: "twice", permissions: ["VIEW"] }, headers: { "idempotency-key": "same" } }
    const [first, second] = [
      await world.call(callers.a, "POST", "/tokens", more),
      await world.call(callers.a, "POST", "/tokens", more)
    ]
    expect([first.status, second.status, second.body.reason]).toEqual([201, 409, "Response is delivered once"])
    expect(JSON.stringify(second.body)).not.toContain(first.body.clientSecret)
    const { data } = (await world.call(callers.a, "GET", "/tokens?limit=100")).body
    expect(data.filter(({ name }: { readonly name: string }) => name === "twice")).toHaveLength(1)
  })
})

/** A world that counts the lookups of tokens. */
const countingWorld = () => {
  const readings = { count: 0 }
  const counted = Layer.effect(
    Store,
    Effect.map(Store, (inner) =>
      Store.of({
        ...inner,
        load: (refs) => {
          readings.count += refs.some(({ collection }) => collection.name === "api_tokens") ? 1 : 0
          return inner.load(refs)
        }
      })
    )
  ).pipe(Layer.provide(recordedStore().store))
  return { looks: readings, counting: makeWorld({ store: counted }) }
}

describe("FL4: a caller with a user name in the format of created tokens", () => {
  it("costs one lookup in the store with the secret of a created token, and none with any other secret", async () => {
    const { counting, looks: readings } = countingWorld()
    const { body } = await counting.call(callers.a, "POST", "/tokens", { body: { name: "x", permissions: ALL } })
    const known = { token: body.clientId, secret: body.clientSecret }
    const looksOf = async (caller: Caller, status: number) => {
      readings.count = 0
      expect((await counting.call(caller, "GET", "/customers")).status).toBe(status)
      return readings.count
    }
    const unknown = known.token.replace(/.{12}$/u, "000000000000")
    expect(await looksOf(known, 200)).toBe(1)
    // Up to 50 secrets without a proof are looked up concurrently: tokens of an earlier version have such secrets.
    for (let at = 0; at < 50; at += 1) expect(await looksOf({ ...known, secret: `wrong ${at}` }, 401)).toBe(1)
    expect(await looksOf({ ...known, secret: "wrong" }, 429)).toBe(0)
    expect(await looksOf({ ...known, token: unknown }, 429)).toBe(0)
    for (let at = 0; at < 100; at += 1) {
      expect(
        await looksOf({ token: known.token.replace(/.{12}$/u, String(at).padStart(12, "0")), secret: "x" }, 429)
      ).toBe(0)
    }
    expect(await looksOf(known, 200)).toBe(1)
    counting.pass(50)
    expect(await looksOf({ ...known, secret: "wrong" }, 401)).toBe(1)
    expect(await looksOf({ ...known, secret: "wrong" }, 429)).toBe(0)
    // Configured tokens and user names in another format need no lookup.
    expect(await looksOf(callers.a, 200)).toBe(0)
    expect(await looksOf({ ...callers.a, secret: "wrong" }, 401)).toBe(0)
    expect(await looksOf({ token: "nobody", secret: "x" }, 401)).toBe(0)
    await counting.countersign.close()
  })

  it("is authenticated with a secret from before secrets had a proof, also in a flood after its first success", async () => {
    const store = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
    const before = makeWorld({
      store,
      keys: { ...keys, vault: "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a6978a7b6c5d4e3f2a1b0" }
    })
    const { body } = await before.call(callers.a, "POST", "/tokens", { body: { name: "x", permissions: ALL } })
    // The proof uses another key, which makes it look like a secret of an earlier version.
    const elsewhere = makeWorld({ store })
    const caller = { token: body.clientId, secret: body.clientSecret }
    expect((await elsewhere.call(caller, "GET", "/customers")).status).toBe(200)
    for (let at = 0; at < 60; at += 1) await elsewhere.call({ ...caller, secret: `wrong ${at}` }, "GET", "/customers")
    expect((await elsewhere.call({ ...caller, secret: "wrong" }, "GET", "/customers")).status).toBe(429)
    expect((await elsewhere.call(caller, "GET", "/customers")).status).toBe(200)
    for (const { countersign } of [before, elsewhere]) await countersign.close()
  })

  it.each([
    "sandbox.alpha.",
    "sandbox.alpha.01890000-0000-7000-8000-00000000000g",
    "SANDBOX.alpha.01890000-0000-7000-8000-000000000000",
    "staging.alpha.01890000-0000-7000-8000-000000000000",
    "sandbox..01890000-0000-7000-8000-000000000000",
    `sandbox.${"a".repeat(65)}.01890000-0000-7000-8000-000000000000`,
    "sandbox.al pha.01890000-0000-7000-8000-000000000000",
    "sandbox.alpha.------------------------------------"
  ])("gets the same 401 for %s", async (token) => {
    const { body, status } = await call({ token, secret: "x" }, "GET", "/customers")
    expect([status, body.code, body.reason]).toEqual([401, "UNAUTHORIZED", "API credentials refused"])
  })

  it("is answered with Retry-After when the store is unavailable, and is not authenticated", async () => {
    const { body } = await create(ALL)
    const away = Layer.effect(
      Store,
      Effect.map(Store, (inner) => Store.of({ ...inner, load: () => Effect.fail(new StoreUnavailable({})) }))
    ).pipe(Layer.provide(recordedStore().store))
    const broken = makeWorld({ store: away })
    const answer = await broken.call({ token: body.clientId, secret: body.clientSecret }, "GET", "/discoveries")
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"])
    await broken.countersign.close()
  })

  it("is not read from any header but Authorization", async () => {
    const token = await made(["VIEW"])
    const twice = `${basic(token)}, ${basic(token)}`
    const response = await world.countersign.handler(
      new Request("http://x/2025-10-13/customers", { headers: { authorization: twice } })
    )
    expect(response.status).toBe(401)
  })
})
