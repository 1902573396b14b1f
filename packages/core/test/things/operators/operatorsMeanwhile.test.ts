import { addOauth, clientKey, oauthVerify, signed } from "@countersign/harness/fixtures"
import { racingNodes } from "@countersign/harness/stores"
import { callers, session } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const { close, meanwhile, world } = racingNodes((changes) =>
  changes.some(({ collection }) => ["receipts", "sessions"].includes(collection.name))
)
afterAll(close)

const act = async (path: string, at = world) => {
  const body = { actor: "support-7", reason: "The phone was stolen" }
  expect((await at.call(callers.support, "POST", `/operator/${path}`, { body })).status).toBe(204)
}
const sessionsOf = async (accountId: string): Promise<ReadonlyArray<string>> =>
  (await world.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)).body.data.map(
    ({ id }: { readonly id: string }) => id
  )

/** A wallet with an EMAIL_OTP and an OAUTH credential, and a session of the first. */
const wallet = async () => {
  const customer = await world.customer(callers.a)
  const { keys, session: opened } = await session(world, callers.a, customer.credentialId)
  const { credentialId: oauthId } = await addOauth(world, callers.a, customer.accountId, keys)
  return { ...customer, keys, sessionId: String(opened.id), oauthId }
}

describe("an act of an operator that commits after a call was decided and before it commits", () => {
  it.each([
    ["wallet", "ACCOUNT_SUSPENDED"],
    ["credential", "CREDENTIAL_SUSPENDED"]
  ])("OP7 I5: of a login, suspends its %s: the login is decided again and opens no session", async (what, code) => {
    const { accountId, oauthId, sessionId } = await wallet()
    const path = what === "wallet" ? `accounts/${accountId}/suspend` : `credentials/${oauthId}/suspend`
    meanwhile((other) => act(path, other))
    const login = await oauthVerify(world, callers.a, oauthId, clientKey())
    expect([login.status, login.body.code]).toEqual([403, code])
    expect(await sessionsOf(accountId)).toEqual(what === "wallet" ? [] : [sessionId])
  })

  it.each([
    ["a suspension of the wallet", "suspend"],
    ["the end of its sessions", "end-sessions"]
  ])("OP7 I10: of a signed leg, is %s: the leg is refused and changes nothing", async (_, name) => {
    const { accountId, keys, oauthId } = await wallet()
    const path = `/auth/credentials/${oauthId}`
    meanwhile((other) => act(`accounts/${accountId}/${name}`, other))
    expect((await signed(world, callers.a, keys, { method: "DELETE", path })).status).toBe(401)
    const { data } = (await world.call(callers.a, "GET", `/auth/credentials?accountId=${accountId}`)).body
    expect(data).toHaveLength(2)
  })
})

describe("a login that commits after an act of an operator was decided and before it commits", () => {
  it.each(["suspend", "end-sessions"])("OP7 I5: opens a session that the act ends: %s", async (name) => {
    const { accountId, oauthId } = await wallet()
    meanwhile(async (other) => expect((await oauthVerify(other, callers.a, oauthId, clientKey())).status).toBe(200))
    await act(`accounts/${accountId}/${name}`)
    expect(await sessionsOf(accountId)).toEqual([])
  })
})

describe("the first receipts of a wallet, whose chain has no head yet", () => {
  const endSessions = (accountId: string) => `accounts/${accountId}/end-sessions`
  const chainOf = async (accountId: string) =>
    (await world.call(callers.a, "GET", `/receipts?accountId=${accountId}`)).body.data.map(
      ({ operation, sequence }: { readonly operation: string; readonly sequence: number }) => [sequence, operation]
    )

  it("OP7 I5: an act that commits before a login makes it decide again, and the chain has both", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    meanwhile((other) => act(endSessions(accountId), other))
    const { session: opened } = await session(world, callers.a, credentialId)
    expect(await sessionsOf(accountId)).toEqual([opened.id])
    expect(await chainOf(accountId)).toEqual([
      [1, "EndSessions"],
      [2, "VerifyCredential"]
    ])
  })

  it("OP7 I5: a login that commits before an act makes it decide again, and its session ends", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    meanwhile((other) => session(other, callers.a, credentialId))
    await act(endSessions(accountId))
    expect(await sessionsOf(accountId)).toEqual([])
    expect(await chainOf(accountId)).toEqual([
      [1, "VerifyCredential"],
      [2, "EndSessions"]
    ])
  })
})
