import { addPasskey, clientKey, signed } from "@countersign/harness/fixtures"
import { watchedStore } from "@countersign/harness/watchedStore"
import { callers, keyPair, session } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"
import { hosted, refusalOf } from "./visitors.ts"

/** A host that stores no users: each visitor is the owner of the wallet that Countersign finds for them. */
const withoutUsers = (more: Parameters<typeof hosted>[0] = {}) =>
  hosted(more, {
    signIn: async ({ owner }) => {
      const user = await owner()
      return user && { ...user, headers: { "set-cookie": `user=${user.customerId}; HttpOnly` } }
    }
  })

const shared = withoutUsers()
afterAll(() => shared.close())

describe("the owner of a visitor's wallet, for a host without users of its own (GU4, US5)", () => {
  it("is created at the first sign-in, and is the same at the next, whatever the case of the address", async () => {
    const { call, open, prove } = shared
    const keys = keyPair()
    const first = await prove("Ada@Example.com", keys)
    const next = await prove("ada@example.com", keyPair())
    expect([first.status, next.body.customerId]).toEqual([200, first.body.customerId])
    expect((await open(first.body, keys)).status).toBe(200)
    const { customerId } = first.body
    const read = await call(`/customers/${customerId}`, undefined, { cookie: `user=${customerId}` })
    expect([read.body.platformCustomerId, read.body.email]).toEqual(["ada@example.com", "Ada@example.com"])
  })

  it("is one customer when the first two sign-ins of an address meet", async () => {
    const { call, proof, start, world } = shared
    const bodies = []
    for (const keys of [keyPair(), keyPair()])
      bodies.push(await proof(await start("race@example.com"), "race@example.com", keys))
    const answers = await Promise.all(bodies.map((body) => call("/auth/sign-ins/verify", body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    const listed = await world.call(callers.a, "GET", "/customers?platformCustomerId=race@example.com")
    expect(listed.body.data.length).toBe(1)
  })

  it("is the owner of the passkey's wallet after a passkey", async () => {
    const { call, prove, world } = shared
    const { body: user } = await prove("key@example.com", keyPair())
    const cookie = { cookie: `user=${user.customerId}` }
    const credentials = await call(`/auth/credentials?accountId=${user.accountId}`, undefined, cookie)
    const { keys } = await session(world, callers.a, credentials.body.data[0].id)
    const { authenticator } = await addPasskey(world, callers.a, user.accountId, keys)
    const client = clientKey()
    const started = await call("/auth/sign-ins/passkey", { clientPublicKey: client.hex })
    const assertion = authenticator.assert({ challenge: started.body.challenge })
    const verified = await call(
      "/auth/sign-ins/passkey/verify",
      { clientPublicKey: client.hex, assertion },
      { "request-id": started.body.requestId }
    )
    expect([verified.status, verified.body.customerId]).toEqual([200, user.customerId])
  })

  it("is none for an address that its customer has replaced: its next holder gets no wallet of another", async () => {
    const { open, prove, world } = shared
    const keys = keyPair()
    const { body: user } = await prove("old@example.com", keys)
    await open(user, keys)
    const change = {
      method: "PATCH",
      path: `/customers/${user.customerId}`,
      body: { email: "new@example.com" }
    } as const
    expect((await signed(world, callers.a, keys, change)).body.email).toBe("new@example.com")
    expect(refusalOf(await prove("old@example.com", keyPair()))).toEqual([403, "FORBIDDEN", "No user of the address"])
  })

  it("is not refused as unknown when the store fails: the visitor gets its 503, and then signs in", async () => {
    const { dieAt, layer } = watchedStore()
    const { close, prove } = withoutUsers({ store: layer })
    dieAt("before", "customers")
    const failed = await prove("late@example.com", keyPair())
    expect([failed.status, failed.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"])
    expect((await prove("late@example.com", keyPair())).status).toBe(200)
    await close()
  })
})
