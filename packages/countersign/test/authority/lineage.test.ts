import { createClient } from "@countersign/client"
import {
  addPasskey,
  clientKey,
  moveEmail,
  passkeyAddition,
  passkeySession,
  pendingAssertion,
  proveEmail,
  RP,
  signed
} from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import {
  codesOf,
  complete,
  DAY,
  guardianOf,
  HOUR,
  operatorStart,
  startByCode,
  turnOn
} from "@countersign/harness/recovery/kit"
import { liveWorld } from "@countersign/harness/recovery/live"
import { racingNodes } from "@countersign/harness/stores"
import { basic, callers, type Keys, keyPair, makeWorld, sealed, session } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { sessionProofText, signStamp, writeSessionProof } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { Store } from "../../src/effect.ts"

const CONFIRMATION = 3 * DAY
// The sandbox confirms at once unless the host sets the time, as here.
const { close, meanwhile, world } = racingNodes(
  (changes) => changes.some(({ collection }) => collection.name === "receipts"),
  { credentialConfirmation: CONFIRMATION }
)
afterAll(close)

const call = (keys: Keys, method: string, path: string, body?: object) =>
  signed(world, callers.a, keys, { method, path, ...(body === undefined ? {} : { body }) })
const get = async (path: string) => (await world.call(callers.a, "GET", path)).body
const credentialsOf = async (accountId: string): Promise<ReadonlyArray<{ id: string; unconfirmedUntil?: string }>> =>
  (await get(`/auth/credentials?accountId=${accountId}`)).data
const idsOf = async (accountId: string) => (await credentialsOf(accountId)).map(({ id }) => id)
const remove = (keys: Keys, id: string) => call(keys, "DELETE", `/auth/credentials/${id}`)
const exported = (keys: Keys, accountId: string) =>
  call(keys, "POST", `/internal-accounts/${accountId}/export`, { clientPublicKey: clientKey().hex })
const govern = async (accessPolicy: object | null) => {
  const { revision } = await get("/platform/settings")
  const set = await world.call(callers.support, "PATCH", "/platform/settings", { body: { revision, accessPolicy } })
  expect(set.status).toBe(200)
}
const refusalOf = ({ body, status }: Awaited<ReturnType<typeof call>>) => [status, body?.code]

/** Exports require a passkey, as the guide on policies recommends. */
beforeEach(() => govern({ operations: [{ operations: ["EXPORT_WALLET"], credentialTypes: ["PASSKEY"] }] }))

/** An owner with a confirmed passkey and an e-mail credential, and a thief with the key of one e-mail session. */
const robbed = async () => {
  const { accountId, credentialId: emailId, customerId } = await world.customer(callers.a)
  const { keys } = await session(world, callers.a, emailId)
  const phone = await addPasskey(world, callers.a, accountId, keys)
  world.pass(CONFIRMATION)
  const stolen = await session(world, callers.a, emailId)
  return { accountId, customerId, emailId, phone, stolen: stolen.keys }
}

/** The acts of the thief of GA3 within the life of the session: a passkey of its own, and no other way in. */
const takeover = async () => {
  const of = await robbed()
  const thief = await addPasskey(world, callers.a, of.accountId, of.stolen)
  const { keys } = await passkeySession(world, callers.a, thief.credentialId, thief.authenticator)
  expect((await remove(of.stolen, of.phone.credentialId)).status).toBe(204)
  expect((await remove(keys, of.emailId)).status).toBe(204)
  expect(await idsOf(of.accountId)).toEqual([thief.credentialId])
  return { ...of, thief: { ...thief, keys } }
}

describe("I21: a credential that a session added", () => {
  it("GA3: does not satisfy a step-up that the session itself did not satisfy, and exports nothing", async () => {
    const { accountId, thief } = await takeover()
    const answer = await exported(thief.keys, accountId)
    expect([...refusalOf(answer), answer.body.details.rule]).toEqual([
      403,
      "STEP_UP_REQUIRED",
      "OPERATION_CREDENTIAL_TYPE"
    ])
  })

  it("GA3: cannot remove what vouched for it: the owner proves that, is back, and the descendant is suspended", async () => {
    const { accountId, emailId, thief } = await takeover()
    const owner = await session(world, callers.a, emailId)
    expect(owner.done.status).toBe(200)
    expect((await idsOf(accountId)).toSorted()).toEqual([emailId, thief.credentialId].toSorted())
    // The thief's session ended, and its passkey opens no other.
    const path = `/internal-accounts/${accountId}`
    expect((await call(thief.keys, "PATCH", path, { privateEnabled: true })).status).toBe(401)
    const login = await world.call(callers.a, "POST", `/auth/credentials/${thief.credentialId}/challenge`, {
      body: { clientPublicKey: clientKey().hex }
    })
    expect(refusalOf(login)).toEqual([403, "CREDENTIAL_SUSPENDED"])
    // The owner removes it, and is alone again.
    expect((await remove(owner.keys, thief.credentialId)).status).toBe(204)
    expect(await idsOf(accountId)).toEqual([emailId])
  })

  it("GA3: a descendant of a descendant cannot either, nor by adding the same identity again", async () => {
    const { accountId, emailId, thief } = await takeover()
    const second = await addPasskey(world, callers.a, accountId, thief.keys)
    const twin = await call(thief.keys, "POST", "/auth/credentials", { type: "EMAIL_OTP", accountId })
    expect(twin.status).toBe(201)
    const { keys } = await passkeySession(world, callers.a, second.credentialId, second.authenticator)
    expect((await remove(keys, thief.credentialId)).status).toBe(204)
    const owner = await session(world, callers.a, emailId)
    expect(owner.done.status).toBe(200)
    // One EMAIL_OTP (I6): the twin is gone, the second passkey is suspended, the first one cannot return.
    const all = await credentialsOf(accountId)
    expect(all.map(({ id }) => id).toSorted()).toEqual([emailId, second.credentialId].toSorted())
    expect((await exported(keys, accountId)).status).toBe(401)
    const first = await pendingAssertion(world, callers.a, thief.credentialId, thief.authenticator)
    expect((await first.verify()).status).toBe(404)
  })

  it("GA3: does not return from a rest after the credential that vouched for it was taken back", async () => {
    const { accountId, emailId, thief } = await takeover()
    const second = await addPasskey(world, callers.a, accountId, thief.keys)
    const { keys } = await passkeySession(world, callers.a, second.credentialId, second.authenticator)
    const path = `/auth/credentials/${thief.credentialId}`
    expect((await remove(keys, thief.credentialId)).status).toBe(204)
    const body = { clientPublicKey: clientKey().hex }
    const pending = await world.call(callers.a, "POST", `${path}/challenge`, { body })
    expect(pending.status).toBe(200)
    expect((await session(world, callers.a, emailId)).done.status).toBe(200)
    const assertion = thief.authenticator.assert({ challenge: pending.body.challenge })
    const headers = { "request-id": String(pending.body.requestId) }
    const login = await world.call(callers.a, "POST", `${path}/verify`, {
      body: { type: "PASSKEY", assertion },
      headers
    })
    expect(login.status).toBe(404)
  })

  it("an erasure of the customer removes a credential that rests", async () => {
    const { customerId, emailId } = await takeover()
    const api = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    await api.customers.erase(customerId, { reason: "GDPR_ERASURE" })
    expect((await world.call(callers.a, "POST", `/auth/credentials/${emailId}/challenge`)).status).toBe(404)
  })

  it("GA3: is confirmed to the millisecond: from then on it satisfies the step-up, and what it removed is gone", async () => {
    const { accountId, emailId, thief } = await takeover()
    const [listed] = await credentialsOf(accountId)
    const until = Date.parse(listed?.unconfirmedUntil ?? "")
    world.pass(until - 1 - world.at())
    const before = await passkeySession(world, callers.a, thief.credentialId, thief.authenticator)
    expect(refusalOf(await exported(before.keys, accountId))).toEqual([403, "STEP_UP_REQUIRED"])
    expect((await world.call(callers.a, "POST", `/auth/credentials/${emailId}/challenge`)).status).toBe(200)
    world.pass(1)
    expect((await exported(before.keys, accountId)).status).toBe(200)
    expect((await credentialsOf(accountId))[0]?.unconfirmedUntil).toBeUndefined()
    expect((await world.call(callers.a, "POST", `/auth/credentials/${emailId}/challenge`)).status).toBe(404)
  })

  it("GA3: has at most the age of the login that added it", async () => {
    await govern({ operations: [{ operations: ["EXPORT_WALLET"], maxSessionAgeSeconds: 600 }] })
    const { accountId, stolen } = await robbed()
    const thief = await addPasskey(world, callers.a, accountId, stolen)
    world.pass(599_000)
    const { keys } = await passkeySession(world, callers.a, thief.credentialId, thief.authenticator)
    expect((await exported(keys, accountId)).status).toBe(200)
    world.pass(1000)
    expect(refusalOf(await exported(keys, accountId))).toEqual([403, "STEP_UP_REQUIRED"])
  })

  it("GA3: is confirmed at once by an older credential that did not vouch for it, and by no other", async () => {
    const { accountId, emailId, phone, stolen } = await robbed()
    const added = await addPasskey(world, callers.a, accountId, stolen)
    const path = `/auth/credentials/${added.credentialId}/confirm`
    expect(refusalOf(await call(stolen, "POST", path))).toEqual([403, "CONFIRMATION_REFUSED"])
    await govern(null)
    expect(refusalOf(await call(stolen, "POST", path))).toEqual([403, "CONFIRMATION_REFUSED"])
    const own = await passkeySession(world, callers.a, added.credentialId, added.authenticator)
    expect((await call(own.keys, "POST", path)).status).toBe(401)
    const older = await passkeySession(world, callers.a, phone.credentialId, phone.authenticator)
    const done = await call(older.keys, "POST", path)
    expect([done.status, done.body.unconfirmedUntil]).toEqual([200, undefined])
    expect((await exported(own.keys, accountId)).status).toBe(200)
    // It is no descendant any more: what it removes is gone.
    expect((await remove(own.keys, emailId)).status).toBe(204)
    expect((await world.call(callers.a, "POST", `/auth/credentials/${emailId}/challenge`)).status).toBe(404)
  })

  it("does not rest when a confirmed credential removes it", async () => {
    const { accountId, emailId, phone } = await robbed()
    const { keys } = await passkeySession(world, callers.a, phone.credentialId, phone.authenticator)
    expect((await remove(keys, emailId)).status).toBe(204)
    expect((await world.call(callers.a, "POST", `/auth/credentials/${emailId}/challenge`)).status).toBe(404)
    expect(await idsOf(accountId)).toEqual([phone.credentialId])
  })

  it("GA3: rests until the one that removed it is confirmed, whichever other descendant is", async () => {
    const { accountId, emailId, phone, stolen } = await robbed()
    const tablet = await addPasskey(world, callers.a, accountId, stolen)
    const thief = await addPasskey(world, callers.a, accountId, stolen)
    const { keys } = await passkeySession(world, callers.a, thief.credentialId, thief.authenticator)
    expect((await remove(keys, emailId)).status).toBe(204)
    const owner = await passkeySession(world, callers.a, phone.credentialId, phone.authenticator)
    const path = `/auth/credentials/${tablet.credentialId}/confirm`
    expect((await call(owner.keys, "POST", path)).status).toBe(200)
    expect((await session(world, callers.a, emailId)).done.status).toBe(200)
    const status = (await credentialsOf(accountId)).find(({ id }) => id === thief.credentialId)
    expect(status).toMatchObject({ status: "SUSPENDED" })
  })

  it("GA3: does not return to the account of a deleted customer", async () => {
    const { customerId, emailId, thief } = await takeover()
    expect((await call(thief.keys, "DELETE", `/customers/${customerId}`)).status).toBe(200)
    expect((await world.call(callers.a, "POST", `/auth/credentials/${emailId}/challenge`)).status).toBe(404)
  })

  it("GA3: does not return after a recovery, which suspends every other credential", async () => {
    expect((await turnOn(world)).status).toBe(200)
    const { accountId, emailId, phone } = await robbed()
    const owner = await passkeySession(world, callers.a, phone.credentialId, phone.authenticator)
    const { codes } = await codesOf(world, callers.a, accountId, owner.keys)
    world.pass(CONFIRMATION)
    const stolen = await session(world, callers.a, emailId)
    const thief = await addPasskey(world, callers.a, accountId, stolen.keys)
    const { keys } = await passkeySession(world, callers.a, thief.credentialId, thief.authenticator)
    expect((await remove(keys, emailId)).status).toBe(204)
    const start = await startByCode(world, callers.a, accountId)
    expect((await complete(world, callers.a, start.body, codes[0] ?? "")).done.status).toBe(201)
    expect((await world.call(callers.a, "POST", `/auth/credentials/${emailId}/challenge`)).status).toBe(404)
  })

  it("I4 I6: two owners' proofs at once return one credential, once", async () => {
    const { accountId, emailId } = await takeover()
    const logins = await Promise.all([1, 2, 3].map(() => session(world, callers.a, emailId).catch(() => undefined)))
    expect(logins.filter((each) => each?.done.status === 200).length).toBeGreaterThan(0)
    expect((await idsOf(accountId)).filter((id) => id === emailId)).toHaveLength(1)
  })
})

describe("I21: ways of recovery that a session added", () => {
  beforeEach(() => turnOn(world))

  it("GA3: new saved codes work once they are confirmed; until then the owner's older ones do", async () => {
    const { accountId, emailId, phone } = await robbed()
    const { keys } = await passkeySession(world, callers.a, phone.credentialId, phone.authenticator)
    const owners = await codesOf(world, callers.a, accountId, keys)
    expect((await startByCode(world, callers.a, accountId)).body.code).toBe("CONFLICT")
    world.pass(CONFIRMATION)
    const again = await session(world, callers.a, emailId)
    const thiefs = await codesOf(world, callers.a, accountId, again.keys)
    const left = await get(`/auth/recovery-codes?accountId=${accountId}`)
    expect([left.left, Date.parse(left.usableFrom)]).toEqual([10, world.at() + CONFIRMATION])
    const first = await startByCode(world, callers.a, accountId)
    expect((await complete(world, callers.a, first.body, thiefs.codes[0] ?? "")).done.status).toBe(401)
    const second = await startByCode(world, callers.a, accountId)
    expect((await complete(world, callers.a, second.body, owners.codes[0] ?? "")).done.status).toBe(201)
  })

  it("GA3: a new guardian starts no recovery before it is confirmed", async () => {
    const { accountId, stolen } = await robbed()
    const { added, guardianId } = await guardianOf(world, callers.a, accountId, stolen)
    expect(Date.parse(added.body.usableFrom)).toBe(world.at() + CONFIRMATION)
    const path = `/auth/guardians/${guardianId}/challenge`
    world.pass(CONFIRMATION - 1)
    const early = await world.call(callers.a, "POST", path)
    expect([...refusalOf(early), early.headers.get("retry-after")]).toEqual([409, "CONFLICT", "1"])
    world.pass(1)
    expect((await world.call(callers.a, "POST", path)).status).toBe(200)
  })

  it("GA3: the return of a credential ends the guardians and codes that its descendants added", async () => {
    const { accountId, emailId, thief } = await takeover()
    const { guardianId } = await guardianOf(world, callers.a, accountId, thief.keys)
    await codesOf(world, callers.a, accountId, thief.keys)
    expect((await session(world, callers.a, emailId)).done.status).toBe(200)
    world.pass(CONFIRMATION)
    expect((await world.call(callers.a, "POST", `/auth/guardians/${guardianId}/challenge`)).status).toBe(404)
    expect((await get(`/auth/recovery-codes?accountId=${accountId}`)).left).toBe(0)
  })
})

describe("I21: an address that a session moved", () => {
  it("GA3 AD12: vouches with the session that moved it: a login by the new mailbox is bounded until the move is confirmed", async () => {
    await govern({ operations: [{ operations: ["EXPORT_WALLET"], maxSessionAgeSeconds: 3600 }] })
    const { accountId, customerId, emailId, stolen } = await robbed()
    expect((await moveEmail(world, callers.a, stolen, customerId, "thief@example.com")).status).toBe(200)
    world.pass(2 * HOUR)
    const { keys } = await session(world, callers.a, emailId)
    expect(refusalOf(await exported(keys, accountId))).toEqual([403, "STEP_UP_REQUIRED"])
    world.pass(CONFIRMATION)
    const later = await session(world, callers.a, emailId)
    expect((await exported(later.keys, accountId)).status).toBe(200)
  })

  /** A wallet whose address a thief moved, with a session that the new mailbox opened. */
  const moved = async (emailChange: "immediate" | "proven") => {
    const { codes, codeTo, noticeTo, owner, world: live } = await liveWorld({ emailChange })
    const ada = await owner()
    const on = (keys: Keys, method: string, path: string, body?: object) =>
      signed(live, callers.live, keys, { method, path, ...(body === undefined ? {} : { body }) })
    const change = await on(ada.keys, "PATCH", `/customers/${ada.customerId}`, { email: "mallory@example.com" })
    if (emailChange === "proven") {
      const { code } = await codeTo("mallory@example.com")
      const bundle = change.body.pendingEmail.otpEncryptionTargetBundle
      expect((await proveEmail(live, callers.live, ada.customerId, bundle, code)).status).toBe(200)
    }
    const token = (await noticeTo(ada.email, "EMAIL_CHANGED")).undo?.token
    const login = await live.call(callers.live, "POST", `/auth/credentials/${ada.credentialId}/challenge`)
    const keys = keyPair()
    const isLogin = (mail: (typeof codes)[number]) => mail.to === "mallory@example.com" && mail.purpose === undefined
    await expect.poll(() => codes.some(isLogin)).toBe(true)
    const mailed = codes.find(isLogin)?.code ?? ""
    const encryptedOtpBundle = await sealed(live, login.body.otpEncryptionTargetBundle, mailed, keys.publicKey)
    const verify = `/auth/credentials/${ada.credentialId}/verify`
    expect((await on(keys, "POST", verify, { type: "EMAIL_OTP", encryptedOtpBundle })).status).toBe(200)
    const undo = () =>
      live.call(callers.live, "POST", `/customers/${ada.customerId}/email/undo`, { body: { undoToken: token } })
    return { ada, keys, live, on, undo }
  }

  it.each(["immediate", "proven"] as const)(
    "GA3 GC1 AD12: undoing the move ends what the new address opened and vouched for, and what had removed the credential (%s)",
    async (emailChange) => {
      const { ada, keys, live, on, undo } = await moved(emailChange)
      // The session of the new mailbox adds a passkey, which removes the credential of the address.
      const thief = await addPasskey(live, callers.live, ada.accountId, keys)
      const phone = await passkeySession(live, callers.live, thief.credentialId, thief.authenticator)
      expect((await on(phone.keys, "DELETE", `/auth/credentials/${ada.credentialId}`)).status).toBe(204)

      // The passkey moves the address on, or its change is pending.
      const next = await on(phone.keys, "PATCH", `/customers/${ada.customerId}`, { email: "eve@example.com" })
      expect(next.status).toBe(200)
      const undone = await undo()
      expect([undone.status, undone.body.email]).toEqual([200, ada.email])
      const { data } = (await live.call(callers.live, "GET", `/auth/credentials?accountId=${ada.accountId}`)).body
      expect(data.map(({ id, nickname, status }: Record<string, string>) => [id, nickname, status])).toContainEqual([
        ada.credentialId,
        ada.email,
        undefined
      ])
      expect(data.find(({ id }: { readonly id: string }) => id === thief.credentialId).status).toBe("SUSPENDED")
      const path = `/internal-accounts/${ada.accountId}`
      expect((await on(phone.keys, "PATCH", path, { privateEnabled: true })).status).toBe(401)
      // The token was used.
      expect((await undo()).status).toBe(401)
      await live.countersign.close()
    }
  )

  it.each(["immediate", "proven"] as const)(
    "GA3 GC1 AD12: undoing the move removes the guardians and codes that the new address vouched for (%s)",
    async (emailChange) => {
      const { ada, keys, live, undo } = await moved(emailChange)
      const { guardianId } = await guardianOf(live, callers.live, ada.accountId, keys)
      expect((await codesOf(live, callers.live, ada.accountId, keys)).made.status).toBe(200)
      expect((await undo()).status).toBe(200)
      const challenge = `/auth/guardians/${guardianId}/challenge`
      expect((await live.call(callers.live, "POST", challenge)).status).toBe(404)
      const { body } = await live.call(callers.live, "GET", `/auth/recovery-codes?accountId=${ada.accountId}`)
      expect(body.left).toBe(0)
      await live.countersign.close()
    }
  )
})

describe("I22: while a recovery holds the account", () => {
  // No recovery stays open: it would refuse the next change of the settings.
  afterEach(() => world.pass(90 * DAY))
  beforeEach(() => turnOn(world))

  /** A wallet whose thief completed a recovery with a saved code, and signed in with the credential that it bound. */
  const held = async () => {
    const of = await robbed()
    const owner = await passkeySession(world, callers.a, of.phone.credentialId, of.phone.authenticator)
    const { codes } = await codesOf(world, callers.a, of.accountId, owner.keys)
    const guardian = await guardianOf(world, callers.a, of.accountId, owner.keys)
    world.pass(CONFIRMATION)
    const start = await startByCode(world, callers.a, of.accountId)
    const { authenticator, done } = await complete(world, callers.a, start.body, codes[0] ?? "")
    const { keys, session: opened } = await passkeySession(world, callers.a, done.body.id, authenticator)
    return { ...of, guardianId: guardian.guardianId, keys, sessionId: String(opened.id), boundId: String(done.body.id) }
  }

  it("GA2 GA8: every signed operation is refused by 409 with heldUntil, but sign-in, refresh and the end of sessions", async () => {
    const of = await held()
    const { accountId, boundId, customerId, emailId, guardianId, keys, sessionId } = of
    const clientPublicKey = clientKey().hex
    const refused: ReadonlyArray<readonly [string, string, object?]> = [
      ["DELETE", `/customers/${customerId}`],
      ["PATCH", `/customers/${customerId}`, { email: "thief@example.com" }],
      ["POST", "/auth/credentials", passkeyAddition(accountId, makeAuthenticator(RP))],
      ["PATCH", `/auth/credentials/${boundId}`, { nickname: "Mine" }],
      ["POST", `/auth/credentials/${boundId}/confirm`],
      ["DELETE", `/auth/credentials/${emailId}`],
      ["POST", "/auth/recovery-codes", { accountId, clientPublicKey }],
      ["POST", "/auth/guardians", passkeyAddition(accountId, makeAuthenticator(RP))],
      ["DELETE", `/auth/guardians/${guardianId}`],
      ["POST", `/internal-accounts/${accountId}/export`, { clientPublicKey }],
      ["PATCH", `/internal-accounts/${accountId}`, { privateEnabled: true }]
    ]
    const { heldUntil } = await get(`/internal-accounts/${accountId}`)
    for (const [method, path, body] of refused) {
      const answer = await call(keys, method, path, body)
      expect([method, path, ...refusalOf(answer), answer.body.details.heldUntil]).toEqual([
        method,
        path,
        409,
        "ACCOUNT_HELD",
        heldUntil
      ])
    }
    // A profile is the platform's own record, and no act of the wallet.
    const profile = await world.call(callers.a, "PATCH", `/customers/${customerId}`, { body: { nationality: "FR" } })
    expect(profile.status).toBe(200)
    const refresh = `/auth/sessions/${sessionId}/refresh`
    expect((await call(keys, "POST", refresh, { clientPublicKey: clientKey().hex })).status).toBe(200)
    expect((await call(keys, "POST", "/auth/sessions/revoke-others", { accountId })).status).toBe(204)
    expect((await call(keys, "DELETE", `/auth/sessions/${sessionId}`)).status).toBe(204)
  })

  it("GA2: to the millisecond of heldUntil, also for a call whose first leg came before the hold", async () => {
    const { accountId, boundId } = await held()
    const { heldUntil } = await get(`/internal-accounts/${accountId}`)
    world.pass(Date.parse(heldUntil) - 1 - world.at())
    const path = `/auth/credentials/${boundId}`
    const early = await world.call(callers.a, "PATCH", path, { body: { nickname: "Mine" } })
    expect([...refusalOf(early), early.headers.get("retry-after")]).toEqual([409, "ACCOUNT_HELD", "1"])
    world.pass(1)
    expect((await world.call(callers.a, "PATCH", path, { body: { nickname: "Mine" } })).status).toBe(202)
  })

  it.each<readonly [string, (of: Awaited<ReturnType<typeof robbed>>) => readonly [string, string, object?]]>([
    [
      "an export",
      ({ accountId }) => ["POST", `/internal-accounts/${accountId}/export`, { clientPublicKey: clientKey().hex }]
    ],
    ["a deletion", ({ customerId }) => ["DELETE", `/customers/${customerId}`]],
    [
      "new saved codes",
      ({ accountId }) => ["POST", "/auth/recovery-codes", { accountId, clientPublicKey: clientKey().hex }]
    ],
    [
      "a change of the address",
      ({ customerId }) => ["PATCH", `/customers/${customerId}`, { email: "thief@example.com" }]
    ]
  ])(
    "GA2 RC4: a hold that begins between the decision and the commit of %s makes it decide again",
    async (_, callOf) => {
      await govern(null)
      const of = await robbed()
      meanwhile((other) => operatorStart(other, of.accountId))
      expect(refusalOf(await call(of.stolen, ...callOf(of)))).toEqual([409, "ACCOUNT_HELD"])
    }
  )

  it("GA8: guards refuse, unless the host asks otherwise, and then state heldUntil", async () => {
    const { accountId, keys, sessionId } = await held()
    const { heldUntil } = await get(`/internal-accounts/${accountId}`)
    const api = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    const toSign = () => ({ accountId, payload: { amount: 5 } })
    const ask = (guard: ReturnType<typeof api.requireSignature>, headers: Record<string, string> = {}) =>
      guard.check(new Request("http://host.test/toy", { method: "POST", headers }))
    const refused = await ask(api.requireSignature("Toy", toSign))
    expect([refused.answer?.status, Object(await refused.answer?.json()).code]).toEqual([409, "ACCOUNT_HELD"])
    const open = api.requireSignature("Toy", toSign, { allowHeld: true })
    const first = await ask(open)
    const challenge = await first.answer?.json()
    const granted = await ask(open, {
      "request-id": challenge.requestId,
      "service-wallet-signature": signStamp(challenge.payloadToSign, keys.privateKey)
    })
    expect(granted.granted?.heldUntil).toBe(heldUntil)
    const proven = (guard: ReturnType<typeof api.requireSession>, nonce: string) => {
      const proof = { sessionId, issuedAt: world.at(), nonce }
      const stamp = signStamp(sessionProofText(proof, { method: "GET", path: "/toy", body: null }), keys.privateKey)
      const headers = { "service-wallet-session": writeSessionProof(proof), "service-wallet-signature": stamp }
      return guard.check(new Request("http://host.test/toy", { headers }))
    }
    const stopped = await proven(api.requireSession(), "AAAAAAAAAAAAAAAAAAAAAA")
    expect([stopped.answer?.status, Object(await stopped.answer?.json()).code]).toEqual([409, "ACCOUNT_HELD"])
    const passed = await proven(api.requireSession({ allowHeld: true }), "AAAAAAAAAAAAAAAAAAAAAB")
    expect([passed.granted?.id, passed.granted?.heldUntil]).toEqual([sessionId, heldUntil])
  })

  it("GA8: a hold that begins while a session proof is checked refuses the proof", async () => {
    let hold: (() => Promise<unknown>) | undefined
    const racing = Layer.effect(
      Store,
      Effect.map(makeMemoryStore, (inner) =>
        Store.of({
          ...inner,
          commit: (changes, guards) => {
            const first = changes.some(({ collection }) => collection.name === "spent") ? hold : undefined
            if (first === undefined) return inner.commit(changes, guards)
            hold = undefined
            return Effect.andThen(Effect.promise(first), inner.commit(changes, guards))
          }
        })
      )
    )
    const own = makeWorld({ clock: "real", logs: "none", store: racing })
    await turnOn(own)
    const { accountId, credentialId } = await own.customer(callers.a)
    const client = createClient({
      baseUrl: "http://countersign.test/2025-10-13",
      headers: { authorization: basic(callers.a) },
      bundleSigner: own.countersign.bundleSigner,
      fetch: (url, init) => own.countersign.handler(new Request(url, init))
    })
    const opened = await client.emailOtp.login({ credentialId, code: () => "000000" })
    const guard = own.countersign.api.in({ platformId: "alpha", mode: "sandbox" }).requireSession()
    const url = "http://host.test/me"
    const ask = async () => {
      const headers = await client.prove(opened, { method: "GET", url })
      return (await guard.handler(() => Response.json({}))(new Request(url, { headers }))).status
    }
    expect(await ask()).toBe(200)
    hold = async () => expect((await operatorStart(own, accountId)).status).toBeLessThan(300)
    expect(await ask()).toBe(409)
    await own.countersign.close()
  })
})
