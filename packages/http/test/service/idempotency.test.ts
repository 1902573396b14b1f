import { watchedStore } from "@countersign/harness/watchedStore"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const account = (accountNumber = "12345678") => ({
  currency: "GBP",
  accountInfo: {
    accountType: "GBP_ACCOUNT",
    sortCode: "200000",
    accountNumber,
    beneficiary: {
      beneficiaryType: "BUSINESS",
      legalName: "Acme Ltd",
      address: { line1: "1 High Street", city: "London", postalCode: "E1 6AN", country: "GB" }
    }
  }
})
const path = "/platform/external-accounts"
const create = (key: string, body: unknown = account(), caller = callers.a) =>
  world.call(caller, "POST", path, { body, headers: { "idempotency-key": key } })
const count = async (caller = callers.a) => (await world.call(caller, "GET", `${path}?limit=100`)).body.data.length

describe("X8: an Idempotency-Key", () => {
  it("answers a repeated call as the first, marks the response, and has no further effect", async () => {
    const before = await count()
    const first = await create("k1")
    const second = await create("k1")
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(first.headers.get("idempotency-replayed")).toBeNull()
    expect(second.headers.get("idempotency-replayed")).toBe("true")
    expect(await count()).toBe(before + 1)
  })

  it("applies one of 64 concurrent calls, and answers the others with its result or with Retry-After", async () => {
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 64 }, () => create("k64")))
    const ids = new Set(answers.flatMap(({ body, status }) => (status === 201 ? [body.id] : [])))
    expect(ids.size).toBe(1)
    for (const { body, headers, status } of answers) {
      if (status !== 201) {
        expect([status, body.reason]).toEqual([409, "Call in progress"])
        expect(headers.get("retry-after")).toBe("1")
      }
    }
    expect(await count()).toBe(before + 1)
  })

  it("belongs to one token: another token of the environment makes its own call under the same key (X8, FS20)", async () => {
    const body = { name: "second", permissions: ["VIEW", "MANAGE"] }
    const { clientId, clientSecret } = (await world.call(callers.a, "POST", "/tokens", { body })).body
    const second = { token: clientId, secret: clientSecret }
    const before = await count()
    const [one, other] = [await create("shared"), await create("shared", account(), second)]
    expect([one.status, other.status, other.headers.get("idempotency-replayed")]).toEqual([201, 201, null])
    expect(other.body.id).not.toBe(one.body.id)
    // Another body under another token's key is no conflict, so the response reveals nothing about the other call.
    expect((await create("k-own", account("11111111"))).status).toBe(201)
    expect((await create("k-own", account("22222222"), second)).status).toBe(201)
    expect(await count()).toBe(before + 4)
  })

  it("refuses another body, and reveals nothing about the first", async () => {
    await create("k2")
    const other = await create("k2", account("87654321"))
    expect([other.status, other.body.code]).toEqual([409, "CONFLICT"])
    expect(other.body.reason).toBe("Idempotency-Key reused with a different body")
    expect(JSON.stringify(other.body)).not.toContain("12345678")
  })

  it("stores a refusal too, for 24 hours", async () => {
    const bad = await create("k3", { currency: "GBP" })
    expect(bad.status).toBe(400)
    const repeated = await create("k3", { currency: "GBP" })
    expect([repeated.status, repeated.body]).toEqual([400, bad.body])
    expect(repeated.headers.get("idempotency-replayed")).toBe("true")
  })

  it("is scoped to a platform, a mode, a token, a method and a path", async () => {
    const first = await create("shared")
    const elsewhere = [await create("shared", account(), callers.b), await create("shared", account(), callers.live)]
    for (const { body, headers, status } of elsewhere) {
      expect([status, headers.get("idempotency-replayed")]).toEqual([201, null])
      expect(body.id).not.toBe(first.body.id)
    }
    const { customerId } = await world.customer(callers.a)
    const other = await world.call(callers.a, "POST", "/customers/external-accounts", {
      body: { ...account(), customerId },
      headers: { "idempotency-key": "shared" }
    })
    expect([other.status, other.headers.get("idempotency-replayed")]).toEqual([201, null])
  })

  it("is 1 to 255 printable characters", async () => {
    for (const key of ["", "x".repeat(256), "a\tb"]) {
      const { body, status } = await create(key)
      expect([status, body.reason]).toEqual([400, "Malformed Idempotency-Key"])
    }
    expect((await create("x".repeat(255))).status).toBe(201)
  })

  it("applies to deletes and changes too", async () => {
    const { body } = await create("for removal")
    const more = { headers: { "idempotency-key": "remove" } }
    const target = `${path}/${body.id}`
    const patch = { body: { status: "INACTIVE" }, headers: { "idempotency-key": "change" } }
    expect((await world.call(callers.a, "PATCH", target, patch)).body.status).toBe("INACTIVE")
    expect((await world.call(callers.a, "PATCH", target, patch)).headers.get("idempotency-replayed")).toBe("true")
    expect((await world.call(callers.a, "DELETE", target, more)).status).toBe(204)
    expect((await world.call(callers.a, "DELETE", target, more)).status).toBe(204)
    expect((await world.call(callers.a, "DELETE", target)).status).toBe(404)
  })

  it("can be reused after 24 hours, to the millisecond", async () => {
    const first = await create("day")
    world.pass(86_399_999)
    expect((await create("day")).body.id).toBe(first.body.id)
    world.pass(1)
    const next = await create("day")
    expect([next.status, next.body.id === first.body.id]).toEqual([201, false])
    expect((await create("day")).body.id).toBe(next.body.id)
  })
})

describe("X8: an Idempotency-Key when the store fails", () => {
  const store = watchedStore()
  const mortal = makeWorld({ store: store.layer, logs: "none" })
  afterAll(() => mortal.countersign.close())

  const listed = async () => (await mortal.call(callers.a, "GET", `${path}?limit=100`)).body.data
  /** Every kind of call that can be repeated, each on its own account. */
  const calls = {
    create: async () => ({ method: "POST", target: path, body: { body: account() }, status: 201 }),
    change: async () => ({
      method: "PATCH",
      target: await made(),
      body: { body: { status: "INACTIVE" } },
      status: 200
    }),
    removal: async () => ({ method: "DELETE", target: await made(), body: {}, status: 204 })
  } as const
  const made = async () => `${path}/${(await mortal.call(callers.a, "POST", path, { body: account() })).body.id}`
  const call = async (name: keyof typeof calls, key: string) => {
    const { body, method, status, target } = await calls[name]()
    return {
      status,
      again: () => mortal.call(callers.a, method, target, { ...body, headers: { "idempotency-key": key } })
    }
  }

  it.each(Object.keys(calls) as ReadonlyArray<keyof typeof calls>)(
    "at the commit of a %s: nothing is applied or stored, and the key can be used again",
    async (name) => {
      const { again: repeated, status } = await call(name, `before ${name}`)
      const before = await listed()
      store.dieAt("before", "kept_answers")
      const died = await repeated()
      expect([died.status, died.headers.get("retry-after")]).toEqual([503, "1"])
      expect(await listed()).toEqual(before)
      const next = await repeated()
      expect([next.status, next.headers.get("idempotency-replayed")]).toEqual([status, null])
      expect(await listed()).not.toEqual(before)
      const stored = await repeated()
      expect([stored.status, stored.headers.get("idempotency-replayed"), stored.body]).toEqual([
        status,
        "true",
        next.body
      ])
    }
  )

  it.each(Object.keys(calls) as ReadonlyArray<keyof typeof calls>)(
    "after the commit of a %s: it is applied once, its response is lost, and a repeated call reports that",
    async (name) => {
      const { again: repeated } = await call(name, `after ${name}`)
      const before = await listed()
      store.dieAt("after", "kept_answers")
      expect((await repeated()).status).toBe(503)
      const after = await listed()
      expect(after).not.toEqual(before)
      mortal.pass(30_000)
      const early = await repeated()
      expect([early.status, early.body.reason, early.headers.get("retry-after")]).toEqual([
        409,
        "Call in progress",
        "1"
      ])
      mortal.pass(1)
      for (let nth = 0; nth < 2; nth += 1) {
        const late = await repeated()
        expect([late.status, late.body.code, late.body.reason]).toEqual([409, "CONFLICT", "Response was lost"])
      }
      expect(await listed()).toEqual(after)
    }
  )

  it("before the response is stored: the caller receives it, and a repeated call reports that it was lost", async () => {
    const { again: repeated } = await call("create", "unkept")
    store.dieAt("before", "kept_answers", "replace")
    const first = await repeated()
    expect(first.status).toBe(201)
    const after = await listed()
    mortal.pass(30_001)
    expect((await repeated()).body.reason).toBe("Response was lost")
    expect(await listed()).toEqual(after)
    // After 24 hours the key is free, and its next use is a new call.
    mortal.pass(86_400_000)
    const other = await repeated()
    expect([other.status, other.body.id === first.body.id]).toEqual([201, false])
  })

  it("after the response is stored: no caller is affected", async () => {
    const { again: repeated } = await call("create", "noticed")
    store.dieAt("after", "kept_answers", "replace")
    const first = await repeated()
    const second = await repeated()
    expect([first.status, second.headers.get("idempotency-replayed"), second.body]).toEqual([201, "true", first.body])
  })

  it("when a refusal is to be stored: it is answered with 503, and evaluated again", async () => {
    const refused = () => mortal.call(callers.a, "POST", path, { body: {}, headers: { "idempotency-key": "refused" } })
    store.dieAt("before", "kept_answers")
    expect([(await refused()).status, (await refused()).status]).toEqual([503, 400])
    expect((await refused()).headers.get("idempotency-replayed")).toBe("true")
  })

  it("the key of a lost call stays bound to its body", async () => {
    const { again: repeated } = await call("create", "body")
    store.dieAt("after", "kept_answers")
    await repeated()
    const other = await mortal.call(callers.a, "POST", path, {
      body: account("87654321"),
      headers: { "idempotency-key": "body" }
    })
    expect([other.status, other.body.reason]).toEqual([409, "Idempotency-Key reused with a different body"])
  })
})

it("every call that changes something accepts an Idempotency-Key, and the OpenAPI document lists it", async () => {
  const answer = await world.countersign.handler(new Request("http://countersign.test/openapi.json"))
  const {
    paths
  }: {
    readonly paths: Record<string, Record<string, { readonly parameters?: ReadonlyArray<{ readonly name: string }> }>>
  } = await answer.json()
  const without = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      method === "get" || parameters.some(({ name }) => name === "Idempotency-Key") ? [] : [`${method} ${path}`]
    )
  )
  expect(without).toEqual([])
})
