import { CUSTOMERS, created, customerId, gbp, idsOf, PLATFORM, read } from "@countersign/harness/externalAccounts"
import { type Answer, type Caller, callers, makeWorld, tokenOptions } from "@countersign/harness/world"
import { memoryStore } from "@countersign/memory"
import { secretDigest } from "countersign"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const viewer = { token: "viewer", secret: "viewer-secret" }
const world = makeWorld({
  store: memoryStore,
  tokens: [
    ...tokenOptions,
    { id: "viewer", secretSha256: secretDigest(viewer.secret), platformId: "alpha", mode: "sandbox", scopes: ["VIEW"] }
  ]
})
afterAll(() => world.countersign.close())

const NEVER = "ExternalAccount:01890000-0000-7000-8000-000000000000"
const NOBODY = "Customer:01890000-0000-7000-8000-000000000000"

let owner = ""
const ids = { [CUSTOMERS]: "", [PLATFORM]: "" }
beforeAll(async () => {
  owner = await customerId(world)
  ids[CUSTOMERS] = (
    await created(world, gbp("12345678", { customerId: owner, platformAccountId: "c" }), callers.a, CUSTOMERS)
  ).id
  ids[PLATFORM] = (await created(world, gbp("12345678", { platformAccountId: "p" }))).id
})

/** Every call on one account, or about one customer. */
const calls: ReadonlyArray<{
  readonly name: string
  readonly call: (caller: Caller, path: string, id: string, customer: string) => Promise<Answer>
}> = [
  { name: "GET by id", call: (caller, path, id) => read(world, id, caller, path) },
  { name: "DELETE", call: (caller, path, id) => world.call(caller, "DELETE", `${path}/${id}`) },
  ...[
    {},
    { status: "INACTIVE" },
    { status: "nonsense" },
    { accountInfo: { accountNumber: "1" } },
    { accountInfo: { accountType: "USD_ACCOUNT" } },
    { platformAccountId: "c" }
  ].map((body) => ({
    name: `PATCH ${JSON.stringify(body)}`,
    call: (caller: Caller, path: string, id: string) => world.call(caller, "PATCH", `${path}/${id}`, { body })
  })),
  {
    name: "POST for a customer",
    call: (caller, _, __, customer) =>
      world.call(caller, "POST", CUSTOMERS, { body: gbp("12345678", { customerId: customer }) })
  },
  {
    name: "POST of a bad account for a customer",
    call: (caller, _, __, customer) =>
      world.call(caller, "POST", CUSTOMERS, { body: gbp("1", { customerId: customer }) })
  },
  {
    name: "GET of a customer's accounts",
    call: (caller, _, __, customer) => world.call(caller, "GET", `${CUSTOMERS}?customerId=${customer}`)
  },
  {
    name: "GET of a customer's account by platformAccountId",
    call: (caller, _, __, customer) =>
      world.call(caller, "GET", `${CUSTOMERS}?customerId=${customer}&platformAccountId=c&currency=GBP`)
  }
]

/** A response without the parts that differ from call to call. */
const shown = ({ body, headers, status }: Answer) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => !/^(?:date|x-request-id|traceparent)$/u.test(name))
})

describe.each(calls)("I9: $name", ({ call }) => {
  it("to an account or customer of another platform or mode is answered as for an id that was never issued", async () => {
    for (const other of [callers.b, callers.live, callers.liveB]) {
      for (const path of [CUSTOMERS, PLATFORM] as const) {
        const foreign = shown(await call(other, path, ids[path], owner))
        expect(foreign).toEqual(shown(await call(other, path, NEVER, NOBODY)))
        expect(foreign.status === 404 || foreign.status === 400 || foreign.body.data.length === 0).toBe(true)
      }
    }
  })

  it("leaves the account unchanged", async () => {
    for (const path of [CUSTOMERS, PLATFORM] as const) {
      expect((await read(world, ids[path], callers.a, path)).body).toMatchObject({ status: "ACTIVE" })
    }
  })
})

it("E5: an account of one owner is not found under the path of the other", async () => {
  for (const [path, id] of [
    [CUSTOMERS, ids[PLATFORM]],
    [PLATFORM, ids[CUSTOMERS]]
  ] as const) {
    for (const { call } of calls.slice(0, 8)) {
      const answer = shown(await call(callers.a, path, id, owner))
      expect(answer).toEqual(shown(await call(callers.a, path, NEVER, owner)))
      expect(answer.status).toBe(404)
    }
  }
  expect(await idsOf(world, CUSTOMERS)).toEqual([ids[CUSTOMERS]])
  expect(await idsOf(world, PLATFORM)).toEqual([ids[PLATFORM]])
})

it("E1: an account without a customerId belongs to the platform, on either path", async () => {
  const { id } = await created(world, gbp(), callers.b, CUSTOMERS)
  expect([(await read(world, id, callers.b)).status, await idsOf(world, CUSTOMERS, callers.b)]).toEqual([200, []])
  const platform = await world.call(callers.a, "POST", PLATFORM, { body: gbp("12345678", { customerId: owner }) })
  expect([platform.status, platform.body.details.errors[0].field]).toEqual([400, "customerId"])
})

it("a token with the VIEW scope reads and lists, and writes nothing", async () => {
  for (const path of [CUSTOMERS, PLATFORM] as const) {
    expect((await read(world, ids[path], viewer, path)).status).toBe(200)
    expect((await world.call(viewer, "GET", path)).body.data.length).toBe(1)
    for (const [method, target] of [
      ["POST", path],
      ["PATCH", `${path}/${ids[path]}`],
      ["PATCH", `${path}/${NEVER}`],
      ["DELETE", `${path}/${ids[path]}`]
    ] as const) {
      const body = method === "DELETE" ? {} : { body: gbp() }
      for (const headers of [{}, { "idempotency-key": "k" }]) {
        const answer = await world.call(viewer, method, target, { ...body, headers })
        expect([method, answer.status, answer.body.code, answer.body.details.check]).toEqual([
          ...[method, 403, "FORBIDDEN", "MANAGE"]
        ])
      }
    }
    expect((await read(world, ids[path], viewer, path)).body.status).toBe("ACTIVE")
  }
  expect((await world.call(viewer, "GET", "/discoveries")).status).toBe(200)
})

describe("an id", () => {
  it.each([
    "nonsense",
    "Customer:01890000-0000-7000-8000-000000000000",
    "externalaccount:01890000-0000-7000-8000-000000000000",
    "ExternalAccount:",
    "ExternalAccount:01890000-0000-7000-8000-00000000000g",
    "ExternalAccount:01890000000070008000000000000000",
    "ExternalAccount:01890000-0000-7000-8000-000000000000x",
    "ExternalAccount%3A01890000-0000-7000-8000-000000000000%20",
    "4929000011112222",
    "__proto__",
    "%20%20%20",
    "a".repeat(3000)
  ])("spelled %s is answered with a 400 that names it", async (id) => {
    for (const path of [CUSTOMERS, PLATFORM]) {
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const answer = await world.call(callers.a, method, `${path}/${id}`, method === "PATCH" ? { body: {} } : {})
        expect([method, answer.status, answer.body.code, answer.body.details.errors[0].field]).toEqual([
          ...[method, 400, "INVALID_INPUT", "id"]
        ])
        expect(JSON.stringify(answer.body)).not.toContain("4929")
      }
    }
  })

  it("L8: is read with hex digits in either case, and with an encoded colon in the path", async () => {
    const id = ids[PLATFORM]
    const upper = id.replace(/:.*$/u, (uuid) => uuid.toUpperCase())
    for (const each of [id, upper, id.replace(":", "%3A")]) expect((await read(world, each)).body.id).toBe(id)
  })
})
