import { passkeyAddition, RP, registrationChallenge, signed } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import {
  BECAUSE,
  challenged,
  complete,
  DAY,
  guardianOf,
  guardianStart,
  operatorStart,
  passkeyLogin,
  person,
  turnOn
} from "@countersign/harness/recovery/kit"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
beforeAll(() => turnOn(world))
afterAll(() => world.countersign.close())

const get = async (path: string) => (await world.call(callers.a, "GET", path)).body

const guarded = async () => {
  const owner = await person(world)
  return { ...owner, ...(await guardianOf(world, callers.a, owner.accountId, owner.keys)) }
}

describe("a guardian", () => {
  it("RC10: starts a recovery that waits a day, and the end user completes it with a mailed code", async () => {
    const { accountId, added, authenticator, guardianId } = await guarded()
    expect([added.status, added.body.nickname]).toEqual([201, "My phone"])
    expect((await get(`/auth/guardians?accountId=${accountId}`)).data).toEqual([added.body])
    const { start } = await guardianStart(world, callers.a, guardianId, authenticator)
    const { body: recovery, status } = await start()
    expect([status, recovery.method, recovery.status]).toEqual([201, "GUARDIAN", "WAITING"])
    expect(Date.parse((await get(`/internal-accounts/${accountId}`)).heldUntil)).toBe(world.at() + 4 * DAY)
    world.pass(DAY - 1)
    expect((await challenged(world, callers.a, recovery.id)).body.reason).toBe("Recovery is not ready")
    world.pass(1)
    const { body } = await challenged(world, callers.a, recovery.id)
    const { authenticator: own, done } = await complete(world, callers.a, body, "000000")
    expect(done.status).toBe(201)
    expect((await passkeyLogin(world, callers.a, done.body.id, own)).status).toBe(200)
    const { data } = await get(`/receipts?accountId=${accountId}`)
    expect(data.find(({ operation }: Record<string, unknown>) => operation === "StartRecovery").proof.type).toBe(
      "ASSERTION"
    )
  })

  it("RC10: is registered and removed with a signature of the wallet, and its registration is used once", async () => {
    const { accountId, guardianId, keys } = await guarded()
    const body = passkeyAddition(accountId, makeAuthenticator(RP), registrationChallenge(), "Grandma")
    const path = "/auth/guardians"
    const first = await world.call(callers.a, "POST", path, { body })
    const payload = JSON.parse(first.body.payloadToSign)
    const shown = JSON.parse(Buffer.from(payload.parameters.payload, "hex").toString())
    expect(shown.addGuardian.nickname).toBe("Grandma")
    expect((await signed(world, callers.a, keys, { method: "POST", path, body })).status).toBe(201)
    expect((await signed(world, callers.a, keys, { method: "POST", path, body })).body.reason).toBe(
      "Passkey is in use for this account"
    )
    const again = { ...passkeyAddition(accountId, makeAuthenticator(RP), body.challenge) }
    expect((await signed(world, callers.a, keys, { method: "POST", path, body: again })).body.reason).toBe(
      "Passkey refused: challenge"
    )
    const stranger = await person(world)
    const removal = { method: "DELETE", path: `${path}/${guardianId}` }
    expect((await signed(world, callers.a, stranger.keys, removal)).status).toBe(401)
    expect((await signed(world, callers.a, keys, removal)).status).toBe(204)
    expect((await get(`${path}?accountId=${accountId}`)).data.length).toBe(1)
    expect((await world.call(callers.a, "POST", `${path}/${guardianId}/challenge`)).status).toBe(404)
  })

  it("RC11: is one of at most five, and not a credential of the account", async () => {
    const { accountId, keys } = await guarded()
    const authenticator = makeAuthenticator(RP)
    const own = passkeyAddition(accountId, authenticator)
    await signed(world, callers.a, keys, { method: "POST", path: "/auth/credentials", body: own })
    const same = passkeyAddition(accountId, authenticator)
    expect(
      (await signed(world, callers.a, keys, { method: "POST", path: "/auth/guardians", body: same })).body.reason
    ).toBe("Passkey is in use for this account")
    for (let more = 1; more < 5; more += 1) {
      expect((await guardianOf(world, callers.a, accountId, keys)).added.status).toBe(201)
    }
    expect((await guardianOf(world, callers.a, accountId, keys)).added.body.reason).toBe("Too many guardians")
  })

  it("RC11: starts with an assertion that is accepted once, for its own challenge and account alone", async () => {
    const one = await guarded()
    const other = await guarded()
    const { body, headers, start } = await guardianStart(world, callers.a, one.guardianId, one.authenticator)
    const at = (id: string) => `/auth/guardians/${id}/start-recovery`
    const elsewhere = await world.call(callers.a, "POST", at(other.guardianId), { body, headers })
    expect(elsewhere.body.reason).toBe("Request id belongs to another call")
    expect((await world.call(callers.a, "POST", at(one.guardianId), { body })).body.reason).toBe(
      "Request-Id header missing"
    )
    const stolen = await guardianStart(world, callers.a, one.guardianId, other.authenticator)
    expect((await stolen.start()).status).toBe(401)
    const { body: recovery, status } = await start()
    expect(status).toBe(201)
    await signed(world, callers.a, one.keys, { method: "DELETE", path: `/auth/recoveries/${recovery.id}` })
    expect((await start()).body.reason).toBe("Request id already used")
  })

  it("RC11 I18: opens no session and signs nothing else, and its payload completes no other request", async () => {
    const { accountId, authenticator, credentialId, guardianId } = await guarded()
    const { challenge, headers } = await guardianStart(world, callers.a, guardianId, authenticator)
    const assertion = authenticator.assert({ challenge: challenge.body.challenge })
    const login = { body: { type: "PASSKEY", assertion }, headers }
    const answers = [
      await world.call(
        callers.a,
        "POST",
        `/auth/credentials/${guardianId.replace("Guardian", "AuthMethod")}/verify`,
        login
      ),
      await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, login)
    ]
    expect(answers.every(({ status }) => status >= 400)).toBe(true)
    const magic = { ...headers, "service-wallet-signature": "sandbox-valid-signature" }
    const cancel = await world.call(callers.a, "DELETE", `/auth/guardians/${guardianId}`, { headers: magic })
    expect(cancel.body.reason).toBe("Request id belongs to another call")
    expect((await get(`/auth/sessions?accountId=${accountId}`)).data.length).toBe(2)
  })

  it("RC6: starts none while another one is open, or where guardians are off", async () => {
    const { accountId, authenticator, guardianId } = await guarded()
    const { body: open } = await operatorStart(world, accountId)
    const { start } = await guardianStart(world, callers.a, guardianId, authenticator)
    expect((await start()).body.reason).toBe("A recovery is open")
    const other = await person(world)
    await world.call(callers.support, "POST", `/operator/recoveries/${open.id}/cancel`, { body: BECAUSE })
    await turnOn(world, null)
    const answers = [
      await start(),
      await world.call(callers.a, "POST", `/auth/guardians/${guardianId}/challenge`),
      (await guardianOf(world, callers.a, other.accountId, other.keys)).added
    ]
    await turnOn(world)
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => "RECOVERY_DISABLED"))
  })
})
