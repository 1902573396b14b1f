import { signed } from "@countersign/harness/fixtures"
import {
  ALL,
  challenged,
  codesOf,
  complete,
  completing,
  DAY,
  guardianOf,
  guardianStart,
  operatorStart,
  startByCode,
  turnOn
} from "@countersign/harness/recovery/kit"
import { liveWorld } from "@countersign/harness/recovery/live"
import { callers } from "@countersign/harness/world"
import { defaultPolicy } from "countersign/effect"
import { afterAll, afterEach, describe, expect, it } from "vitest"

const live = callers.live
/** Until then, saved codes and a guardian start no recovery in production. */
const CONFIRMED = defaultPolicy.credentialConfirmation
const { codes, codeTo, noticeTo, notices, owner, world } = await liveWorld()
afterAll(() => world.countersign.close())
// No recovery stays open: it would refuse the next change of the settings.
afterEach(() => world.pass(90 * DAY))

const post = (path: string, body: object) => world.call(live, "POST", path, { body })
const get = async (path: string) => (await world.call(live, "GET", path)).body
const credentialsOf = async (accountId: string) => (await get(`/auth/credentials?accountId=${accountId}`)).data
/** Nothing was bound, and every session and credential is as before. */
const untouched = async (accountId: string) => {
  expect((await credentialsOf(accountId)).map(({ status, type }: Record<string, string>) => [type, status])).toEqual([
    ["EMAIL_OTP", undefined]
  ])
}

describe("RC12 S13 I18: an attacker does not get in with", () => {
  it("the API token alone: it starts a recovery, and no answer contains a code", async () => {
    const { accountId, email, keys } = await owner()
    const { codes: saved } = await codesOf(world, live, accountId, keys)
    world.pass(CONFIRMED)
    const { body: recovery } = await startByCode(world, live, accountId)
    const mailed = await challenged(world, live, recovery.id)
    expect(mailed.body.reason).toBe("Recovery uses a saved code")
    for (const guess of ["000000", "ABCDEFGHJKLMN", (saved[0] ?? "").slice(0, -1)]) {
      expect((await completing(world, live, recovery, guess)).first.status).toBe(401)
    }
    expect(codes.filter(({ to }) => to === email)).toEqual([])
    await untouched(accountId)
  })

  it("an operator's token alone: the code of its recovery is in the mailbox of the end user", async () => {
    const { accountId, email } = await owner()
    const { body: recovery } = await operatorStart(world, accountId, live)
    world.pass(3 * DAY)
    const { body } = await challenged(world, live, recovery.id)
    const code = expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/u)
    expect(await codeTo(email)).toMatchObject({ purpose: "RECOVER_ACCOUNT", code })
    expect((await completing(world, live, body, "ABCDEFGHJKLMN")).first.status).toBe(401)
    await untouched(accountId)
  })

  it("a guardian's passkey alone", async () => {
    const { accountId, email, keys } = await owner()
    const { authenticator, guardianId } = await guardianOf(world, live, accountId, keys)
    world.pass(CONFIRMED)
    const { body: recovery } = await (await guardianStart(world, live, guardianId, authenticator)).start()
    world.pass(DAY)
    const { body } = await challenged(world, live, recovery.id)
    await codeTo(email)
    expect((await completing(world, live, body, "ABCDEFGHJKLMN")).first.status).toBe(401)
    await untouched(accountId)
  })

  it("the mailbox alone: no code is mailed before another person starts a recovery and it waited", async () => {
    const { accountId, email, keys } = await owner()
    await codesOf(world, live, accountId, keys)
    world.pass(CONFIRMED)
    const { body: recovery } = await startByCode(world, live, accountId)
    expect((await challenged(world, live, recovery.id)).body.reason).toBe("Recovery uses a saved code")
    const { body: waiting } = await operatorStart(world, accountId, live)
    expect((await challenged(world, live, waiting.id)).body.reason).toBe("Recovery is not ready")
    expect(codes.filter(({ to }) => to === email)).toEqual([])
    await untouched(accountId)
  })
})

describe("the mailed code of a recovery", () => {
  it("AD6 RC12: is void after the address is restored, and a newer one goes to the restored address", async () => {
    const delayed = { ...ALL, operators: { enabled: true, delaySeconds: DAY / 1000 } }
    expect((await turnOn(world, delayed, { operator: live, platform: live })).status).toBe(200)
    const { accountId, customerId, email, keys } = await owner()
    const change = { method: "PATCH", path: `/customers/${customerId}`, body: { email: "thief@example.com" } }
    expect((await signed(world, live, keys, change)).body.email).toBe("thief@example.com")
    const { undo } = await noticeTo(email, "EMAIL_CHANGED")
    const { body: recovery } = await operatorStart(world, accountId, live)
    world.pass(DAY)
    codes.length = 0
    const { body: old } = await challenged(world, live, recovery.id)
    const stolen = await codeTo("thief@example.com")
    expect((await post(`/customers/${customerId}/email/undo`, { undoToken: undo?.token })).status).toBe(200)
    const { first } = await completing(world, live, old, stolen.code)
    expect([first.status, first.body.reason]).toEqual([401, "No pending OTP"])
    const { body: next } = await challenged(world, live, recovery.id)
    expect((await complete(world, live, next, (await codeTo(email)).code)).done.status).toBe(201)
    expect((await turnOn(world, ALL, { operator: live, platform: live })).status).toBe(200)
  })
})

describe("the notice of a recovery", () => {
  it("RC7: goes to every known address with a token that cancels it, and nothing else", async () => {
    const { accountId, email } = await owner()
    const { body: recovery } = await operatorStart(world, accountId, live)
    const { cancelToken = "", notice } = await noticeTo(email, "RECOVERY_STARTED")
    expect(notice).toEqual({
      kind: "RECOVERY_STARTED",
      method: "OPERATOR",
      recoveryId: recovery.id,
      readyInHours: 72
    })
    expect(cancelToken).toMatch(/^[0-9a-f]{32}$/u)
    const path = `/auth/recoveries/${recovery.id}/cancel`
    const wrong = await post(path, { cancelToken: cancelToken.replace(/^./u, (first) => (first === "0" ? "1" : "0")) })
    const unknown = await post(path.replace(/.{12}\/cancel$/u, "000000000000/cancel"), { cancelToken })
    expect((await post(path, { cancelToken })).status).toBe(204)
    const used = await post(path, { cancelToken })
    const { body: next } = await operatorStart(world, accountId, live)
    const other = await post(`/auth/recoveries/${next.id}/cancel`, { cancelToken })
    const fresh = await noticeTo(email, "RECOVERY_STARTED", next.id)
    await noticeTo(email, "RECOVERY_CANCELLED")
    world.pass(6 * DAY)
    const late = await post(`/auth/recoveries/${next.id}/cancel`, { cancelToken: fresh.cancelToken })
    const refusals = [wrong, unknown, used, other, late].map(({ body, status }) => [status, body])
    expect(refusals).toEqual(refusals.map(() => refusals[0]))
    expect(refusals[0]?.[0]).toBe(401)
    expect((await get(`/internal-accounts/${accountId}`)).heldUntil).toBeDefined()
    const { data } = await get(`/receipts?accountId=${accountId}&operation=CancelRecovery`)
    expect(data.map(({ proof }: { readonly proof: unknown }) => proof)).toEqual([{ type: "MAILED_SECRET" }])
    expect(JSON.stringify(data)).not.toContain(cancelToken)
  })

  it("RC7: reports new codes, guardians and a completion, and a recovery by code starts without one", async () => {
    const { accountId, email, keys } = await owner()
    const { codes: saved } = await codesOf(world, live, accountId, keys)
    await noticeTo(email, "SAVED_CODES_CREATED")
    await guardianOf(world, live, accountId, keys)
    await noticeTo(email, "GUARDIAN_ADDED")
    world.pass(CONFIRMED)
    const { body } = await startByCode(world, live, accountId)
    const { done } = await complete(world, live, body, saved[9] ?? "")
    expect(done.status).toBe(201)
    const { notice } = await noticeTo(email, "RECOVERY_COMPLETED")
    expect(notice).toEqual({ kind: "RECOVERY_COMPLETED", credentialType: "PASSKEY" })
    expect(notices.filter(({ notice: { kind }, to }) => to === email && kind === "RECOVERY_STARTED")).toEqual([])
  })
})
