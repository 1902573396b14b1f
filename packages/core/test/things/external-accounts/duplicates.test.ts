import {
  CUSTOMERS,
  created,
  customerId,
  gbp,
  idsOf,
  PLATFORM,
  patch,
  read
} from "@countersign/harness/externalAccounts"
import { testDatabase } from "@countersign/harness/postgres"
import { callers, makeWorld } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { describe, expect, it } from "vitest"

const server = testDatabase()

describe.each(["memory", "PostgreSQL"])("E2: a platformAccountId, stored in %s,", (store) => {
  const makeStore = async () => {
    if (store === "memory") return makeWorld()
    // One small pool per test: the connections of all tests must fit into one server.
    const pool = server.pool({ max: 4 })
    return makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 300_000 }) })
  }
  const occupied = { status: 409, code: "CONFLICT", reason: "platformAccountId in use" }
  const body = (platformAccountId: string, more = {}) => gbp("12345678", { platformAccountId, ...more })

  it("is unique per owner, and can be reused by another owner, platform and mode", async () => {
    const world = await makeStore()
    const owners = [await customerId(world), await customerId(world)]
    const bodies = [body("a"), ...owners.map((owner) => body("a", { customerId: owner }))]
    for (const each of bodies) {
      await created(world, each, callers.a, CUSTOMERS)
      expect((await world.call(callers.a, "POST", CUSTOMERS, { body: each })).body).toMatchObject(occupied)
    }
    expect((await world.call(callers.a, "POST", PLATFORM, { body: body("a") })).body).toMatchObject(occupied)
    for (const caller of [callers.b, callers.live, callers.liveB]) await created(world, body("a"), caller)
    // Compared exactly: neither case nor Unicode composition is normalized.
    for (const twin of ["A", "a ", "á", "a\u0301"]) await created(world, body(twin))
    // Any number of accounts may have no platformAccountId.
    for (let nth = 0; nth < 3; nth += 1) await created(world, gbp())
    await world.countersign.close()
  })

  it("is assigned to one of 64 concurrent calls", async () => {
    const world = await makeStore()
    const customer = await customerId(world)
    const before = await idsOf(world, CUSTOMERS)
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        world.call(callers.a, "POST", CUSTOMERS, { body: body("raced", { customerId: customer }) })
      )
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, ...Array.from({ length: 63 }, () => 409)])
    for (const each of answers.filter(({ status }) => status === 409)) expect(each.body).toMatchObject(occupied)
    expect((await idsOf(world, CUSTOMERS)).length).toBe(before.length + 1)
    await world.countersign.close()
  })

  it("is not a duplicate when 64 calls send it under one Idempotency-Key", async () => {
    const world = await makeStore()
    const before = await idsOf(world, PLATFORM)
    const headers = { "idempotency-key": "one" }
    const send = () => world.call(callers.a, "POST", PLATFORM, { body: body("keyed"), headers })
    const answers = await Promise.all(Array.from({ length: 64 }, send))
    const [after] = (await idsOf(world, PLATFORM)).filter((id) => !before.includes(id))
    for (const { body, status } of answers) {
      expect(status === 201 ? body.id : body.reason).toBe(status === 201 ? after : "Call in progress")
    }
    expect(await send()).toMatchObject({ status: 201, body: { id: after } })
    expect((await idsOf(world, PLATFORM)).length).toBe(before.length + 1)
    await world.countersign.close()
  })

  it("is free when its account is removed, or gets another one", async () => {
    const world = await makeStore()
    const first = await created(world, body("freed"))
    expect((await world.call(callers.a, "DELETE", `${PLATFORM}/${first.id}`)).status).toBe(204)
    const second = await created(world, body("freed"))
    expect((await patch(world, second.id, { platformAccountId: "moved" })).status).toBe(200)
    const third = await created(world, body("freed"))
    const refused = await patch(world, third.id, { platformAccountId: "moved", defaultUmaDepositAccount: true })
    expect(refused.body).toMatchObject(occupied)
    expect((await read(world, third.id)).body).toEqual(third)
    // An account's own id is not a conflict.
    expect((await patch(world, third.id, { platformAccountId: "freed" })).status).toBe(200)
    await world.countersign.close()
  })

  it.each(["", "x".repeat(256), "a\u0000b", "a\nb", "a\u007f", 7, [], {}])("cannot be %j", async (bad) => {
    const world = await makeStore()
    for (const raw of [
      JSON.stringify({ ...gbp(), platformAccountId: bad }),
      JSON.stringify({ platformAccountId: bad })
    ]) {
      const isPatch = !raw.includes("accountInfo")
      const path = isPatch ? `${PLATFORM}/${(await created(world, gbp())).id}` : PLATFORM
      const answer = await world.call(callers.a, isPatch ? "PATCH" : "POST", path, { raw })
      expect([answer.status, answer.body.details.errors.length]).toEqual([400, 1])
    }
    await world.countersign.close()
  })

  it("is removed by null and can then be reused", async () => {
    const world = await makeStore()
    const first = await created(world, body("given back"))
    const { platformAccountId: _, ...without } = first
    expect((await patch(world, first.id, { platformAccountId: null })).body).toEqual(without)
    expect((await created(world, body("given back"))).id).not.toBe(first.id)
    const raw = JSON.stringify({ ...gbp(), platformAccountId: null })
    expect((await world.call(callers.a, "POST", PLATFORM, { raw })).status).toBe(400)
    await world.countersign.close()
  })
})
