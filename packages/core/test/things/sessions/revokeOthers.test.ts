import { createHash } from "node:crypto"
import { signed } from "@countersign/harness/fixtures"
import { callers, keyPair, makeWorld, pendingLogin, retryHeaders, session } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const wallet = async (logins: number) => {
  const { accountId, credentialId } = await world.customer(callers.a)
  const opened: Array<Awaited<ReturnType<typeof session>>> = []
  for (let login = 0; login < logins; login += 1) opened.push(await session(world, callers.a, credentialId))
  const call = { method: "POST", path: "/auth/sessions/revoke-others", body: { accountId } }
  const active = async (): Promise<ReadonlyArray<string>> => {
    const { body } = await world.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
    return body.data.map(({ id }: { readonly id: string }) => id)
  }
  return { accountId, credentialId, opened, call, active }
}

describe("ending the other sessions of an account", () => {
  it("leaves only the session that signed", async () => {
    const { active, call, credentialId, opened } = await wallet(3)
    const [, kept] = opened
    expect((await signed(world, callers.a, kept?.keys ?? keyPair(), call)).status).toBe(204)
    expect(await active()).toEqual([kept?.session.id])
    // The session that signed can still sign, and the account accepts new sessions.
    await session(world, callers.a, credentialId)
    expect(await active()).toHaveLength(2)
    expect((await signed(world, callers.a, kept?.keys ?? keyPair(), call)).status).toBe(204)
    expect(await active()).toEqual([kept?.session.id])
  })

  it("signs the body as it was sent, in any case of its hex digits", async () => {
    const { accountId, active, call, opened } = await wallet(2)
    const [kept] = opened
    const body = {
      accountId: accountId.replace(/[a-f]/gu, (digit) => digit.toUpperCase()).replace(/^.*:/u, "InternalAccount:")
    }
    const first = await world.call(callers.a, call.method, call.path, { body })
    const { bodyDigest } = JSON.parse(first.body.payloadToSign).parameters.context
    expect(bodyDigest).toBe(createHash("sha256").update(JSON.stringify(body)).digest("hex"))
    const headers = retryHeaders(first.body, kept?.keys ?? keyPair())
    expect((await world.call(callers.a, call.method, call.path, { headers, body })).status).toBe(204)
    expect(await active()).toEqual([kept?.session.id])
  })

  it("leaves every session that has the key that signed", async () => {
    const { active, call, credentialId, opened } = await wallet(1)
    const keys = keyPair()
    const own = [
      await session(world, callers.a, credentialId, keys),
      await session(world, callers.a, credentialId, keys)
    ]
    expect(opened).toHaveLength(1)
    expect((await signed(world, callers.a, keys, call)).status).toBe(204)
    expect([...(await active())].sort()).toEqual(own.map(({ session: { id } }) => id).sort())
  })

  it("I3: is refused with the signature of another account's session, and ends none", async () => {
    const { active, call } = await wallet(2)
    const thief = await wallet(1)
    const { body, status } = await signed(world, callers.a, thief.opened[0]?.keys ?? keyPair(), call)
    expect([status, body.code, body.reason]).toEqual([401, "UNAUTHORIZED", "Stamp key may not sign this request"])
    expect(await active()).toHaveLength(2)
  })

  it("I2: is refused when the signed leg names another account", async () => {
    const { call, opened } = await wallet(2)
    const other = await wallet(2)
    const first = await world.call(callers.a, call.method, call.path, { body: call.body })
    const headers = retryHeaders(first.body, opened[0]?.keys ?? keyPair())
    const body = { accountId: other.accountId }
    const second = await world.call(callers.a, call.method, call.path, { headers, body })
    expect([second.status, second.body.reason]).toEqual([401, "Retry body differs"])
    expect(await other.active()).toHaveLength(2)
  })

  it("is refused for an account that does not exist, that is another platform's, or that has no session", async () => {
    const { call } = await wallet(0)
    const unknown = { accountId: "InternalAccount:0199d000-0000-7000-8000-000000000000" }
    expect((await world.call(callers.a, call.method, call.path, { body: unknown })).status).toBe(404)
    expect((await world.call(callers.a, call.method, call.path, { body: call.body })).status).toBe(404)
    expect((await world.call(callers.b, call.method, call.path, { body: call.body })).status).toBe(404)
  })

  it("I5: ends a session of a login in the same moment, or opens it afterwards", async () => {
    const { active, call, credentialId, opened } = await wallet(1)
    const own = opened[0]?.keys ?? keyPair()
    for (let round = 0; round < 50; round += 1) {
      await session(world, callers.a, credentialId)
      const login = await pendingLogin(world, callers.a, credentialId)
      const first = await world.call(callers.a, call.method, call.path, { body: call.body })
      const [done, ended] = await Promise.all([
        world.call(callers.a, "POST", login.path, {
          body: login.body,
          headers: retryHeaders(login.challenge, login.keys)
        }),
        world.call(callers.a, call.method, call.path, { body: call.body, headers: retryHeaders(first.body, own) })
      ])
      expect([done.status, ended.status]).toEqual([200, 204])
      const left = await active()
      expect(left).toContain(opened[0]?.session.id)
      expect(left.filter((id) => id !== opened[0]?.session.id && id !== done.body.id)).toEqual([])
    }
  })
})
