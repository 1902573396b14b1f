import { clientKey, oauthAddition, oauthVerify, passkeyAddition, RP, signed } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { quoteOf } from "@countersign/harness/payments"
import {
  ALL,
  BECAUSE,
  codesOf,
  complete,
  completing,
  operatorStart,
  passkeyLogin,
  person,
  startByCode,
  turnOn
} from "@countersign/harness/recovery/kit"
import { callers, keyPair, makeWorld, session } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
beforeAll(() => turnOn(world))
afterAll(() => world.countersign.close())

const get = async (path: string) => (await world.call(callers.a, "GET", path)).body
const statusesOf = async (accountId: string) =>
  Object.fromEntries(
    (await get(`/auth/credentials?accountId=${accountId}`)).data.map(({ id, status }: Record<string, string>) => [
      id,
      status ?? "ACTIVE"
    ])
  )
const sessionsOf = async (accountId: string) => (await get(`/auth/sessions?accountId=${accountId}`)).data
const leftOf = async (accountId: string) => (await get(`/auth/recovery-codes?accountId=${accountId}`)).left

/** A person with saved codes, and a recovery that was started with the platform's token. */
const started = async () => {
  const owner = await person(world)
  const { codes } = await codesOf(world, callers.a, owner.accountId, owner.keys)
  const { body: recovery } = await startByCode(world, callers.a, owner.accountId)
  const [code = "", other = ""] = codes
  return { ...owner, code, other, codes, recovery }
}

describe("a saved recovery code", () => {
  it("GU7: has letters, as the recovery that it is typed for names them", async () => {
    const { codes, recovery } = await started()
    expect([recovery.otpAlphabet, codes.join("")]).toEqual(["ALPHANUMERIC", expect.stringMatching(/[A-Z]/u)])
    expect((await get(`/auth/recoveries/${recovery.id}`)).otpAlphabet).toBeUndefined()
  })

  it("RC1: binds a new credential, suspends all others, ends all sessions and opens none", async () => {
    const { accountId, code, credentialId, oauthId, recovery } = await started()
    expect(recovery).toMatchObject({ accountId, method: "SAVED_CODE", status: "READY" })
    const { authenticator, done, first } = await complete(world, callers.a, recovery, code)
    expect([first.status, done.status, done.body.type]).toEqual([202, 201, "PASSKEY"])
    expect(await sessionsOf(accountId)).toEqual([])
    expect(await statusesOf(accountId)).toEqual({
      [credentialId]: "SUSPENDED",
      [oauthId]: "SUSPENDED",
      [done.body.id]: "ACTIVE"
    })
    const challenge = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    expect(challenge.body.code).toBe("CREDENTIAL_SUSPENDED")
    expect((await oauthVerify(world, callers.a, oauthId, clientKey())).body.code).toBe("CREDENTIAL_SUSPENDED")
    expect((await passkeyLogin(world, callers.a, done.body.id, authenticator)).status).toBe(200)
    expect((await get(`/auth/recoveries/${recovery.id}`)).status).toBe("COMPLETED")
    expect(await leftOf(accountId)).toBe(9)
  })

  it("RC1: binds an OAUTH credential; an operator resumes a suspended credential", async () => {
    const { accountId, code, credentialId, recovery } = await started()
    const credential = oauthAddition(world, accountId, "sub-new")
    const { done } = await complete(world, callers.a, recovery, code.toLowerCase(), credential)
    expect([done.status, done.body.type]).toEqual([201, "OAUTH"])
    const resume = `/operator/credentials/${credentialId}/resume`
    const because = { body: { actor: "support-7", reason: "The mailbox is hers" } }
    expect((await world.call(callers.support, "POST", resume, because)).status).toBe(204)
    expect((await session(world, callers.a, credentialId)).done.status).toBe(200)
  })

  it("RC1: is the payload that names the new credential, signed by the key that was encrypted with the code", async () => {
    const { accountId, code, recovery } = await started()
    const { first, second } = await completing(world, callers.a, recovery, code)
    const payload = JSON.parse(first.body.payloadToSign)
    expect(payload.type).toBe("ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2")
    expect(payload.organizationId).toBe(accountId)
    expect((await second(keyPair())).body.reason).toBe("Stamp key may not sign this request")
    expect((await second()).status).toBe(201)
    expect((await second()).body.reason).toBe("Request id already used")
  })

  it("RC2 I1: works once, in this recovery and in another that was started before", async () => {
    const { accountId, code, recovery } = await started()
    const { body: other } = await startByCode(world, callers.a, accountId)
    const both = [await completing(world, callers.a, recovery, code), await completing(world, callers.a, other, code)]
    expect(both.map(({ first }) => first.status)).toEqual([202, 202])
    const answers = await Promise.all(both.map(({ second }) => second()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401])
    expect(answers.find(({ status }) => status === 401)?.body.reason).toBe("Invalid code")
    const third = (await startByCode(world, callers.a, accountId)).body
    expect((await completing(world, callers.a, third, code)).first.body.reason).toBe("Invalid code")
    expect(await leftOf(accountId)).toBe(9)
  })

  it("RC2: is replaced by new ones, and codes of another account are wrong", async () => {
    const { accountId, code, keys, recovery } = await started()
    const stranger = await started()
    await codesOf(world, callers.a, accountId, keys)
    for (const wrong of [code, stranger.code]) {
      const { first } = await completing(world, callers.a, recovery, wrong)
      expect([first.status, first.body.reason]).toEqual([401, "Invalid code"])
    }
    expect(await leftOf(accountId)).toBe(10)
  })

  it("RC2: of a recovery that is not of the account in the credential is refused, and nothing is bound", async () => {
    const { code, recovery } = await started()
    const stranger = await started()
    const credential = passkeyAddition(stranger.accountId, makeAuthenticator(RP))
    const { first } = await completing(world, callers.a, recovery, code, credential)
    expect(first.body.code).toBe("REFERENCE_NOT_FOUND")
  })

  it("RC3 I15: wrong codes are counted and lock nothing, so that a caller cannot lock the end user out", async () => {
    const { code, recovery } = await started()
    // Of the form of saved codes, and of the form of mailed ones, of which five lock.
    for (const wrong of ["ABCDEFGHJKLMN", "123456"].flatMap((form) => Array.from({ length: 7 }, () => form))) {
      const { first } = await completing(world, callers.a, recovery, wrong)
      expect([first.status, first.body.details.check]).toEqual([401, "RECOVERY_CODE"])
    }
    // The sandbox's magic code is no saved code.
    expect((await completing(world, callers.a, recovery, "000000")).first.status).toBe(401)
    expect((await complete(world, callers.a, recovery, code)).done.status).toBe(201)
  })

  it("RC3 I18: starting a recovery takes nothing: sessions, credentials, money and other recoveries stay", async () => {
    const { accountId, code, credentialId, keys, oauthId, recovery } = await started()
    for (let more = 0; more < 5; more += 1) await startByCode(world, callers.a, accountId)
    expect((await sessionsOf(accountId)).length).toBe(2)
    expect(await statusesOf(accountId)).toEqual({ [credentialId]: "ACTIVE", [oauthId]: "ACTIVE" })
    expect((await get(`/internal-accounts/${accountId}`)).heldUntil).toBeUndefined()
    const body = { clientPublicKey: clientKey().hex }
    const exported = { method: "POST", path: `/internal-accounts/${accountId}/export`, body }
    expect((await signed(world, callers.a, keys, exported)).status).toBe(200)
    expect((await complete(world, callers.a, recovery, code)).done.status).toBe(201)
  })

  it("RC4: never shortens a hold, also after the platform shortened the setting", async () => {
    const { accountId, code, codes, recovery } = await started()
    await complete(world, callers.a, recovery, code)
    const until = new Date(world.at() + 259_200_000).toISOString()
    await turnOn(world, { ...ALL, holdAfterSeconds: 3600 })
    let last = ""
    for (const next of codes.slice(1, 3)) {
      const { body } = await startByCode(world, callers.a, accountId)
      expect((await complete(world, callers.a, body, next)).done.status).toBe(201)
      expect((await get(`/internal-accounts/${accountId}`)).heldUntil).toBe(until)
      // The next completion stops this recovery, and its hold of six days with it.
      const open = await operatorStart(world, accountId)
      expect(open.status).toBe(201)
      last = String(open.body.id)
    }
    await world.call(callers.support, "POST", `/operator/recoveries/${last}/cancel`, { body: BECAUSE })
    await turnOn(world)
  })

  it("RC4: after it, nothing leaves the wallet and no credential is removed for three days, to the millisecond", async () => {
    const { accountId, code, credentialId, recovery } = await started()
    await world.call(callers.a, "POST", `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 1000 } })
    const friend = await world.customer(callers.a)
    const paying = { body: quoteOf(accountId, friend.accountId) }
    const { authenticator, done } = await complete(world, callers.a, recovery, code)
    const heldUntil = Date.parse((await get(`/internal-accounts/${accountId}`)).heldUntil)
    expect(heldUntil).toBe(world.at() + 259_200_000)
    world.pass(259_200_000 - 1)
    const exporting = { body: { clientPublicKey: clientKey().hex } }
    const calls = () =>
      Promise.all([
        world.call(callers.a, "POST", "/quotes", paying),
        world.call(callers.a, "POST", `/internal-accounts/${accountId}/export`, exporting),
        world.call(callers.a, "DELETE", `/auth/credentials/${credentialId}`)
      ])
    for (const { body, headers, status } of await calls()) {
      expect([status, body.code, headers.get("retry-after")]).toEqual([409, "ACCOUNT_HELD", "1"])
      expect(body.details.heldUntil).toBe(new Date(heldUntil).toISOString())
    }
    // Other calls of the owner work.
    const login = await passkeyLogin(world, callers.a, done.body.id, authenticator)
    expect(login.status).toBe(200)
    world.pass(1)
    expect((await calls()).map(({ status }) => status)).toEqual([201, 202, 202])
  })

  it("RC5: is refused by name where recovery is off, and codes or a recovery of before do not work", async () => {
    const { accountId, code, keys, recovery } = await started()
    const { second } = await completing(world, callers.a, recovery, code)
    await turnOn(world, { guardians: { enabled: true } })
    const answers = [
      (await codesOf(world, callers.a, accountId, keys)).made,
      await startByCode(world, callers.a, accountId),
      (await completing(world, callers.a, recovery, code)).first,
      await second()
    ]
    await turnOn(world)
    expect(answers.map(({ body, status }) => [status, body.code])).toEqual(
      answers.map(() => [403, "RECOVERY_DISABLED"])
    )
    expect((await second()).status).toBe(201)
  })

  it("RC5 I10: expires with its recovery after ten minutes, to the millisecond", async () => {
    const { accountId, code, recovery } = await started()
    world.pass(599_999)
    const { second } = await completing(world, callers.a, recovery, code)
    world.pass(1)
    expect((await second()).body.reason).toBe("Recovery has ended")
    expect((await completing(world, callers.a, recovery, code)).first.body.reason).toBe("Recovery has ended")
    expect(
      (await get(`/auth/recoveries?accountId=${accountId}`)).data.map(
        ({ status }: { readonly status: string }) => status
      )
    ).toEqual(["EXPIRED"])
  })

  it("RC5: needs saved codes, and a wallet that is not suspended", async () => {
    const { accountId } = await world.customer(callers.a)
    expect((await startByCode(world, callers.a, accountId)).body.reason).toBe("No saved recovery codes")
    const { accountId: other, code, recovery } = await started()
    const because = { body: { actor: "support-7", reason: "Stolen" } }
    await world.call(callers.support, "POST", `/operator/accounts/${other}/suspend`, because)
    expect((await completing(world, callers.a, recovery, code)).first.body.code).toBe("ACCOUNT_SUSPENDED")
    expect((await startByCode(world, callers.a, other)).body.code).toBe("ACCOUNT_SUSPENDED")
  })
})
