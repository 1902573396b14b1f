import { addPasskey, clientKey, passkeySession, signed } from "@countersign/harness/fixtures"
import {
  ALL,
  BECAUSE,
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
import { callers, retryHeaders } from "@countersign/harness/world"
import { defaultPolicy, type Receipt } from "countersign/effect"
import { afterAll, afterEach, describe, expect, it } from "vitest"

// What the guide and decision 96 say of a recovery, in production, for each method.

const live = callers.live
const { codeTo, noticeTo, notices, owner, world } = await liveWorld()
afterAll(() => world.countersign.close())
// No recovery stays open: it would refuse the next change of the settings.
afterEach(() => world.pass(90 * DAY))

const post = (path: string, body?: object) => world.call(live, "POST", path, body === undefined ? {} : { body })
const get = async (path: string) => (await world.call(live, "GET", path)).body
const settle = async (section: object) => {
  const { revision } = await get("/platform/settings")
  return world.call(live, "PATCH", "/platform/settings", { body: { revision, ...section } })
}
// The undo of a change of the address works for three days, so the operator's delay is shorter.
await turnOn(
  world,
  { ...ALL, operators: { enabled: true, delaySeconds: DAY / 1000 } },
  { operator: live, platform: live }
)

/** An end user with an e-mail address, a passkey, saved codes and a guardian, all of them confirmed. */
const prepared = async () => {
  const ada = await owner()
  const passkey = await addPasskey(world, live, ada.accountId, ada.keys)
  const { codes } = await codesOf(world, live, ada.accountId, ada.keys)
  const guardian = await guardianOf(world, live, ada.accountId, ada.keys)
  world.pass(defaultPolicy.credentialConfirmation)
  return { ...ada, passkey, saved: codes, guardian }
}
type Owner = Awaited<ReturnType<typeof prepared>>
const signIn = async ({ passkey }: Owner) =>
  (await passkeySession(world, live, passkey.credentialId, passkey.authenticator)).keys

interface Way {
  readonly delay: number
  readonly openFor: number
  readonly start: (of: Owner) => Promise<Awaited<ReturnType<typeof post>>>
}
const ways = {
  SAVED_CODE: { delay: 0, openFor: 600_000, start: ({ accountId }) => startByCode(world, live, accountId) },
  GUARDIAN: {
    delay: DAY,
    openFor: 3 * DAY,
    start: async ({ guardian: { authenticator, guardianId } }) =>
      (await guardianStart(world, live, guardianId, authenticator)).start()
  },
  OPERATOR: { delay: DAY, openFor: 3 * DAY, start: ({ accountId }) => operatorStart(world, accountId, live) }
} as const satisfies Record<string, Way>

describe.each(Object.entries(ways))("a recovery by %s", (method, { delay, openFor, start }) => {
  /** Starts a recovery and waits until it is ready. */
  const ready = async (ada: Owner, to = ada.email) => {
    const { body, status } = await start(ada)
    expect([status, body.method]).toEqual([201, method])
    if (method !== "SAVED_CODE") await noticeTo(to, "RECOVERY_STARTED", body.id)
    world.pass(delay)
    return { ada, id: String(body.id), started: body }
  }
  /** The recovery with the key that its code is encrypted to, and the code. */
  const coded = async ({ ada, id, started }: Awaited<ReturnType<typeof ready>>, to = ada.email) => {
    if (method === "SAVED_CODE") return { recovery: started, code: ada.saved[0] ?? "" }
    const { body } = await challenged(world, live, id)
    return { recovery: body, code: (await codeTo(to)).code }
  }
  const stateOf = async ({ accountId }: Owner) => {
    const { data } = await get(`/auth/credentials?accountId=${accountId}`)
    const { data: sessions } = await get(`/auth/sessions?accountId=${accountId}`)
    const shown = data.map(({ status = "ACTIVE", type }: { readonly status?: string; readonly type: string }) => [
      type,
      status
    ])
    return { credentials: shown.toSorted(), sessions: sessions.length }
  }

  it("RC1 RC4: binds one credential, suspends all others, ends all sessions, opens none, and holds the wallet for three days", async () => {
    const ada = await prepared()
    const recovery = await ready(ada)
    world.pass(openFor / 2)
    await signIn(ada)
    const { code, recovery: challenge } = await coded(recovery)
    expect((await stateOf(ada)).sessions).toBe(1)
    const { done } = await complete(world, live, challenge, code)
    expect([done.status, done.body.type]).toEqual([201, "PASSKEY"])
    expect(await stateOf(ada)).toEqual({
      credentials: [
        ["EMAIL_OTP", "SUSPENDED"],
        ["PASSKEY", "ACTIVE"],
        ["PASSKEY", "SUSPENDED"]
      ],
      sessions: 0
    })
    const { heldUntil } = await get(`/internal-accounts/${ada.accountId}`)
    expect(Date.parse(heldUntil)).toBe(world.at() + 3 * DAY)
    const exporting = () => post(`/internal-accounts/${ada.accountId}/export`, { clientPublicKey: clientKey().hex })
    const held = await exporting()
    expect([held.status, held.body.code, held.body.details.heldUntil]).toEqual([409, "ACCOUNT_HELD", heldUntil])
    world.pass(3 * DAY - 1)
    expect((await exporting()).body.code).toBe("ACCOUNT_HELD")
    world.pass(1)
    expect((await exporting()).status).toBe(202)
  })

  it("RC12: needs a code of 13 characters, for which wrong ones are counted and lock nothing", async () => {
    const { code, recovery } = await coded(await ready(await prepared()))
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{13}$/u)
    for (let wrong = 0; wrong < 6; wrong += 1) {
      const { first } = await completing(world, live, recovery, "ABCDEFGHJKLMN")
      expect([first.status, first.body.details.check]).toEqual([401, "RECOVERY_CODE"])
    }
    expect((await complete(world, live, recovery, code)).done.status).toBe(201)
  })

  const DISABLED = [403, "CREDENTIAL_TYPE_DISABLED"]
  const withoutPasskeys = { accessPolicy: { sessions: { credentialTypes: ["EMAIL_OTP", "OAUTH"] } } }

  it("PO4: binds no credential of a kind that the policy disables", async () => {
    const ada = await prepared()
    expect((await settle(withoutPasskeys)).status).toBe(200)
    const { code, recovery } = await coded(await ready(ada))
    const before = await stateOf(ada)
    const { body, status } = (await completing(world, live, recovery, code)).first
    expect([status, body.code]).toEqual(DISABLED)
    expect(await stateOf(ada)).toEqual(before)
    world.pass(openFor)
    expect((await settle({ accessPolicy: null })).status).toBe(200)
  })

  it("PO4: binds none of a kind that is disabled between the legs; an operator's recovery keeps the settings as they are", async () => {
    const ada = await prepared()
    const { code, recovery } = await coded(await ready(ada))
    const before = await stateOf(ada)
    const { second } = await completing(world, live, recovery, code)
    const settled = await settle(withoutPasskeys)
    if (method === "OPERATOR") {
      expect([settled.status, settled.body.reason]).toEqual([409, "Settings are held by a recovery"])
      return
    }
    const { body, status } = await second()
    expect([status, body.code]).toEqual(DISABLED)
    expect(await stateOf(ada)).toEqual(before)
    expect((await settle({ accessPolicy: null })).status).toBe(200)
  })

  it("AD6: binds no address whose change was undone between the legs", async () => {
    const ada = await prepared()
    const keys = await signIn(ada)
    const sign = (call: Parameters<typeof signed>[3]) => signed(world, live, keys, call)
    const own = await sign({ method: "DELETE", path: `/auth/credentials/${ada.credentialId}` })
    const path = `/customers/${ada.customerId}`
    const thief = `thief-${ada.email}`
    const moved = await sign({ method: "PATCH", path, body: { email: thief } })
    expect([own.status, moved.body.email]).toEqual([204, thief])
    const { undo } = await noticeTo(ada.email, "EMAIL_CHANGED")
    const { code, recovery } = await coded(await ready(ada, thief), thief)
    const addition = { type: "EMAIL_OTP", accountId: ada.accountId }
    const { first, second } = await completing(world, live, recovery, code, addition)
    expect(first.status).toBe(202)
    expect((await post(`${path}/email/undo`, { undoToken: undo?.token })).body.email).toBe(ada.email)
    const before = await stateOf(ada)
    expect((await second()).body.reason).toBe("Email credentials changed")
    expect(await stateOf(ada)).toEqual(before)
    expect((await get(`/auth/recoveries/${recovery.id}`)).status).not.toBe("COMPLETED")
  })

  it("RC5: does nothing in a step while an operator has the wallet suspended", async () => {
    const ada = await prepared()
    const waiting = await ready(ada)
    const { code, recovery } = await coded(waiting)
    const { second } = await completing(world, live, recovery, code)
    expect((await post(`/operator/accounts/${ada.accountId}/suspend`, BECAUSE)).status).toBe(204)
    const answers = [await second(), (await completing(world, live, recovery, code)).first]
    if (method !== "SAVED_CODE") answers.push(await challenged(world, live, waiting.id))
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => "ACCOUNT_SUSPENDED"))
  })

  it("RC5 I10: can be completed until it expires, to the millisecond, from which on its code is void", async () => {
    const ada = await prepared()
    const waiting = await ready(ada)
    world.pass(openFor - 1)
    const { code, recovery } = await coded(waiting)
    const { second } = await completing(world, live, recovery, code)
    world.pass(1)
    const late = [await second(), (await completing(world, live, recovery, code)).first]
    expect(late.map(({ body }) => body.reason)).toEqual(late.map(() => "Recovery has ended"))
    expect((await get(`/internal-accounts/${ada.accountId}`)).heldUntil).toBe(
      method === "SAVED_CODE" ? undefined : new Date(world.at()).toISOString()
    )
  })

  it("RC7 RC8: is cancelled by a session and by an operator, which ends its hold, and is then not completed", async () => {
    const ada = await prepared()
    const bySession = async (id: string) => {
      const call = { method: "DELETE", path: `/auth/recoveries/${id}` }
      return signed(world, live, await signIn(ada), call)
    }
    const byOperator = (id: string) => post(`/operator/recoveries/${id}/cancel`, BECAUSE)
    for (const cancel of [bySession, byOperator]) {
      const waiting = await ready(ada)
      const { code, recovery } = await coded(waiting)
      expect((await cancel(waiting.id)).status).toBe(204)
      expect((await get(`/internal-accounts/${ada.accountId}`)).heldUntil).toBeUndefined()
      expect((await completing(world, live, recovery, code)).first.body.reason).toBe("Recovery has ended")
    }
  })

  it("RC9 OP4: leaves receipts of its start and its completion, which name the object, the proof and the credential", async () => {
    const ada = await prepared()
    const waiting = await ready(ada)
    const { code, recovery } = await coded(waiting)
    const { done, first } = await complete(world, live, recovery, code)
    expect(done.status).toBe(201)
    const { data } = await get(`/receipts?accountId=${ada.accountId}`)
    const shown = data
      .filter(({ operation }: Receipt) => /Recovery$/u.test(operation))
      .map(({ changes, consumed, credentialId, method, operation, path, proof, sessionId }: Receipt) => ({
        ...{ consumed, credentialId, method, operation, path, sessionId },
        proof: proof.type,
        written: new Set(changes.map(({ collection }) => collection))
      }))
    const alone = { credentialId: null, sessionId: null, method: "POST" }
    const { guardianId } = ada.guardian
    const act = `/operator/accounts/${ada.accountId}`
    const startOf = {
      SAVED_CODE: [],
      GUARDIAN: [{ path: `/auth/guardians/${guardianId}/start-recovery`, proof: "ASSERTION" }],
      OPERATOR: [{ path: `${act}/start-recovery`, proof: "OPERATOR" }]
    }[method]
    expect(shown).toEqual([
      ...(startOf ?? []).map((started) => ({
        ...{ ...alone, ...started, operation: "StartRecovery", consumed: expect.stringMatching(/^\w+:/u) },
        written: expect.toSatisfy((written: Set<string>) => written.has("recoveries"))
      })),
      {
        ...{ ...alone, operation: "CompleteRecovery", consumed: first.body.requestId, proof: "STAMP" },
        path: `/auth/recoveries/${waiting.id}/complete`,
        written: expect.toSatisfy((written: Set<string>) => written.has("credentials"))
      }
    ])
  })

  it("RC7: is announced to every known address when it starts and when it ends, and a saved code's only at the end", async () => {
    const ada = await prepared()
    const { code, recovery } = await coded(await ready(ada))
    await complete(world, live, recovery, code)
    await noticeTo(ada.email, "RECOVERY_COMPLETED")
    const told = notices.filter(({ to }) => to === ada.email).map(({ notice }) => notice)
    expect(told.filter(({ kind }) => kind.startsWith("RECOVERY"))).toEqual([
      ...(method === "SAVED_CODE"
        ? []
        : [{ kind: "RECOVERY_STARTED", method, recoveryId: recovery.id, readyInHours: delay / 3_600_000 }]),
      { kind: "RECOVERY_COMPLETED", credentialType: "PASSKEY" }
    ])
  })

  it("RC1: is completed by the key that was encrypted with the code, and by no other request's signature", async () => {
    const { code, recovery } = await coded(await ready(await prepared()))
    const { first, second } = await completing(world, live, recovery, code)
    const stranger = clientKey()
    const path = `/auth/recoveries/${recovery.id}/complete`
    expect((await second(stranger)).body.reason).toBe("Stamp key may not sign this request")
    const other = await post(path, {})
    expect(other.status).toBe(400)
    expect(retryHeaders(first.body, stranger)["request-id"]).toBe(first.body.requestId)
    expect((await second()).status).toBe(201)
    expect((await second()).body.reason).toBe("Request id already used")
  })
})
