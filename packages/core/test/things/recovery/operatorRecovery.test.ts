import { clientKey, moveEmail, signed } from "@countersign/harness/fixtures"
import {
  BECAUSE,
  challenged,
  codesOf,
  complete,
  completing,
  DAY,
  HOUR,
  operatorStart,
  passkeyLogin,
  person,
  startByCode,
  turnOn
} from "@countersign/harness/recovery/kit"
import { callers, makeWorld, retryHeaders, session } from "@countersign/harness/world"
import { parsePublicKey } from "@countersign/wire"
import { readReceipt, receiptAudit } from "countersign/effect"
import { Option } from "effect"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"

const world = makeWorld({ logs: "none" })
beforeAll(() => turnOn(world))
afterAll(() => world.countersign.close())

const get = async (path: string) => (await world.call(callers.a, "GET", path)).body
const heldOf = async (accountId: string) => (await get(`/internal-accounts/${accountId}`)).heldUntil
const statusOf = async (id: string) => (await get(`/auth/recoveries/${id}`)).status
const cancelBySession = (id: string, keys: Parameters<typeof signed>[2]) =>
  signed(world, callers.a, keys, { method: "DELETE", path: `/auth/recoveries/${id}` })
const cancelByOperator = (id: string) =>
  world.call(callers.support, "POST", `/operator/recoveries/${id}/cancel`, { body: BECAUSE })

const started = async () => {
  const owner = await person(world)
  const answer = await operatorStart(world, owner.accountId)
  return { ...owner, answer, recovery: answer.body }
}

describe("a recovery that an operator starts", () => {
  it("RC6: waits three days to the millisecond, is completed with a mailed code, and is held before and after", async () => {
    const { accountId, answer, recovery } = await started()
    const at = world.at()
    expect([answer.status, recovery.method, recovery.status]).toEqual([201, "OPERATOR", "WAITING"])
    expect(recovery.otpEncryptionTargetBundle).toBeUndefined()
    expect(Date.parse(await heldOf(accountId))).toBe(at + 6 * DAY)
    world.pass(3 * DAY - 1)
    const early = await challenged(world, callers.a, recovery.id)
    expect([early.status, early.body.reason, early.headers.get("retry-after")]).toEqual([
      409,
      "Recovery is not ready",
      "1"
    ])
    world.pass(1)
    expect(await statusOf(recovery.id)).toBe("READY")
    const { body } = await challenged(world, callers.a, recovery.id)
    const { authenticator, done } = await complete(world, callers.a, body, "000000")
    expect(done.status).toBe(201)
    expect(Date.parse(await heldOf(accountId))).toBe(world.at() + 3 * DAY)
    expect((await passkeyLogin(world, callers.a, done.body.id, authenticator)).status).toBe(200)
    expect(await statusOf(recovery.id)).toBe("COMPLETED")
  })

  it("GU7: names the alphabet of the code that it mails, and none before", async () => {
    const { recovery } = await started()
    world.pass(3 * DAY)
    const { body } = await challenged(world, callers.a, recovery.id)
    expect([recovery.otpAlphabet, body.otpAlphabet]).toEqual([undefined, "ALPHANUMERIC"])
  })

  it("RC4 AD10: while it is open, the address is not changed, so that its code goes where it went before", async () => {
    const { credentialId, customerId, recovery } = await started()
    world.pass(3 * DAY)
    const { body } = await challenged(world, callers.a, recovery.id)
    const { keys } = await session(world, callers.a, credentialId)
    const moved = await moveEmail(world, callers.a, keys, customerId, "moved@example.com")
    expect([moved.status, moved.body.code]).toEqual([409, "ACCOUNT_HELD"])
    expect((await complete(world, callers.a, body, "000000")).done.status).toBe(201)
  })

  it("RC6: expires three days after it is ready, and so does its hold, to the millisecond", async () => {
    const { accountId, credentialId, recovery } = await started()
    world.pass(6 * DAY - 1)
    const { body } = await challenged(world, callers.a, recovery.id)
    const { second } = await completing(world, callers.a, body, "000000")
    const { keys } = await session(world, callers.a, credentialId)
    const call = { method: "POST", path: `/internal-accounts/${accountId}/export` }
    const exporting = { ...call, body: { clientPublicKey: clientKey().hex } }
    expect((await signed(world, callers.a, keys, exporting)).body.code).toBe("ACCOUNT_HELD")
    world.pass(1)
    expect((await second()).body.reason).toBe("Recovery has ended")
    expect((await challenged(world, callers.a, recovery.id)).body.reason).toBe("Recovery has ended")
    expect(await statusOf(recovery.id)).toBe("EXPIRED")
    expect((await signed(world, callers.a, keys, exporting)).status).toBe(200)
  })

  it("RC6: is the only one of its account, until it ends", async () => {
    const { accountId, recovery } = await started()
    expect((await operatorStart(world, accountId)).body.reason).toBe("A recovery is open")
    await cancelByOperator(recovery.id)
    expect((await operatorStart(world, accountId)).status).toBe(201)
  })

  it("RC4: holds a request to export and a quote that were signed for before it", async () => {
    const owner = await person(world)
    const path = `/internal-accounts/${owner.accountId}/export`
    const body = { clientPublicKey: clientKey().hex }
    const first = await world.call(callers.a, "POST", path, { body })
    await operatorStart(world, owner.accountId)
    const headers = retryHeaders(first.body, owner.keys)
    expect((await world.call(callers.a, "POST", path, { body, headers })).body.code).toBe("ACCOUNT_HELD")
    // The sandbox's magic stamp needs no session.
    const magic = { ...headers, "service-wallet-signature": "sandbox-valid-signature" }
    expect((await world.call(callers.a, "POST", path, { body, headers: magic })).body.code).toBe("ACCOUNT_HELD")
  })

  it("RC7: is cancelled by any session of the account, which ends the hold", async () => {
    const { accountId, byOauth, recovery } = await started()
    world.pass(3 * DAY)
    // The session of before has expired; a login opens a new one.
    expect((await cancelBySession(recovery.id, byOauth.keys)).status).toBe(401)
    const { body } = await challenged(world, callers.a, recovery.id)
    const { second } = await completing(world, callers.a, body, "000000")
    const { credentialId } = await person(world)
    const stranger = await session(world, callers.a, credentialId)
    expect((await cancelBySession(recovery.id, stranger.keys)).status).toBe(401)
    expect(await statusOf(recovery.id)).toBe("READY")
    const own = (await get(`/auth/credentials?accountId=${accountId}`)).data.find(
      ({ type }: { readonly type: string }) => type === "EMAIL_OTP"
    )
    const { keys } = await session(world, callers.a, own.id)
    expect((await cancelBySession(recovery.id, keys)).status).toBe(204)
    expect([await statusOf(recovery.id), await heldOf(accountId)]).toEqual(["CANCELLED", undefined])
    expect((await second()).body.reason).toBe("Recovery has ended")
    expect((await cancelBySession(recovery.id, keys)).body.reason).toBe("Recovery has ended")
  })

  it("RC8: cannot shorten the hold of a recovery before it, by a cancellation", async () => {
    const owner = await person(world)
    const { codes } = await codesOf(world, callers.a, owner.accountId, owner.keys)
    const { body } = await startByCode(world, callers.a, owner.accountId)
    await complete(world, callers.a, body, codes[0] ?? "")
    const held = await heldOf(owner.accountId)
    const { body: recovery } = await operatorStart(world, owner.accountId)
    expect(Date.parse(await heldOf(owner.accountId))).toBe(world.at() + 6 * DAY)
    expect((await cancelByOperator(recovery.id)).status).toBe(204)
    expect(await heldOf(owner.accountId)).toBe(held)
  })

  it("RC8: stops when the end user completes another recovery by a saved code", async () => {
    const owner = await person(world)
    const { codes } = await codesOf(world, callers.a, owner.accountId, owner.keys)
    const { body: recovery } = await operatorStart(world, owner.accountId)
    const { body } = await startByCode(world, callers.a, owner.accountId)
    expect((await complete(world, callers.a, body, codes[0] ?? "")).done.status).toBe(201)
    expect(await statusOf(recovery.id)).toBe("CANCELLED")
    expect(Date.parse(await heldOf(owner.accountId))).toBe(world.at() + 3 * DAY)
    world.pass(3 * DAY)
    expect((await challenged(world, callers.a, recovery.id)).body.reason).toBe("Recovery has ended")
  })

  it("RC9: leaves a receipt of its start, its cancellation and its completion, in a chain that verifies offline", async () => {
    const { accountId, keys, recovery } = await started()
    await cancelByOperator(recovery.id)
    const { body: other } = await operatorStart(world, accountId)
    expect((await cancelBySession(other.id, keys)).status).toBe(204)
    const { body: third } = await operatorStart(world, accountId)
    world.pass(3 * DAY)
    const { body } = await challenged(world, callers.a, third.id)
    await complete(world, callers.a, body, "000000")
    const { data } = await get(`/receipts?accountId=${accountId}`)
    const audit = receiptAudit({ signers: [parsePublicKey(world.countersign.receiptSigners[0] ?? "")] })
    const lines = data.map((receipt: unknown) => Option.getOrThrow(readReceipt(JSON.stringify(receipt))))
    expect(lines.flatMap(audit.take)).toEqual([])
    type Line = { readonly operation: string; readonly proof: { readonly type: string; readonly actor?: string } }
    const shown = lines.map(({ operation, proof }: Line) => [operation, proof.type, proof.actor])
    expect(shown.slice(-6)).toEqual([
      ["StartRecovery", "OPERATOR", BECAUSE.actor],
      ["CancelRecovery", "OPERATOR", BECAUSE.actor],
      ["StartRecovery", "OPERATOR", BECAUSE.actor],
      ["CancelRecovery", "STAMP", undefined],
      ["StartRecovery", "OPERATOR", BECAUSE.actor],
      ["CompleteRecovery", "STAMP", undefined]
    ])
  })

  it("RC5: is off until the platform turns it on, with a delay of a day or more", async () => {
    // Of its own: if it failed half-way, the next tests would have its settings.
    const own = makeWorld({ logs: "none" })
    onTestFinished(() => own.countersign.close())
    const { accountId } = await person(own)
    await turnOn(own, { savedCodes: { enabled: true } })
    expect((await operatorStart(own, accountId)).body.code).toBe("RECOVERY_DISABLED")
    const short = await turnOn(own, { operators: { enabled: true, delaySeconds: 86_399 } })
    expect([short.status, short.body.code]).toEqual([400, "INVALID_INPUT"])
    await turnOn(own, { operators: { enabled: true, delaySeconds: 86_400 }, holdAfterSeconds: 3600 })
    const { body: recovery } = await operatorStart(own, accountId)
    own.pass(DAY)
    const { body } = await challenged(own, callers.a, recovery.id)
    await complete(own, callers.a, body, "000000")
    const { body: account } = await own.call(callers.a, "GET", `/internal-accounts/${accountId}`)
    expect(Date.parse(account.heldUntil)).toBe(own.at() + HOUR)
  })

  it("RC5: needs an address to mail the code to, and a token of the scope", async () => {
    const { body } = await world.call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL" } })
    const accounts = await get(`/internal-accounts?customerId=${body.id}&type=EMBEDDED_WALLET`)
    expect((await operatorStart(world, accounts.data[0].id)).body.reason).toBe("Customer has no email address")
    const refused = await operatorStart(world, accounts.data[0].id, callers.a)
    expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"])
  })
})
