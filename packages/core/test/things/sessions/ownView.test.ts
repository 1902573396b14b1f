import { byIndex, collections, load, sessionClients } from "@countersign/core/internal"
import { addOauth, addPasskey, clientKey, oauthVerify, passkeySession, signed } from "@countersign/harness/fixtures"
import { recordedStore } from "@countersign/harness/stores"
import {
  callers,
  keyPair,
  type LocalWorld,
  makeWorld,
  pendingLogin,
  retryHeaders,
  session
} from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it } from "vitest"

const MINUTE = 60_000
const watched = recordedStore()
const off = makeWorld()
const on = makeWorld({ store: watched.store, policy: { sessionClientRetention: 5 * MINUTE } })
afterAll(() => Promise.all([off.countersign.close(), on.countersign.close()]))

const DEVICE = { "service-client-user-agent": "Phone/4711 (Ünïcode)", "service-client-address": "2001:db8::4711" }

const sessionsOf = async (world: LocalWorld, accountId: string, more = "") =>
  (await world.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}${more}`)).body.data
const credentialsOf = async (world: LocalWorld, accountId: string) =>
  (await world.call(callers.a, "GET", `/auth/credentials?accountId=${accountId}`)).body.data
const credentialOf = async (world: LocalWorld, accountId: string, type: string) =>
  (await credentialsOf(world, accountId)).find((each: Listed) => each.type === type)
const instant = (at: number) => new Date(at).toISOString()

type Listed = Readonly<
  Record<"address" | "id" | "isCurrent" | "lastUsedAt" | "operation" | "path" | "type" | "userAgent", unknown>
>

/** A login by code whose signed leg has these headers. */
const login = async (world: LocalWorld, credentialId: string, device: Record<string, string>) => {
  const { body, challenge, keys, path } = await pendingLogin(world, callers.a, credentialId)
  const headers = { ...retryHeaders(challenge, keys), ...device }
  const done = await world.call(callers.a, "POST", path, { body, headers })
  return { keys, done, session: done.body }
}

describe("the list of sessions", () => {
  it("UV1: has the last signature by the key of each session, and its opening if it has signed nothing", async () => {
    const { accountId, credentialId } = await off.customer(callers.a)
    const used = await session(off, callers.a, credentialId)
    const idle = await session(off, callers.a, credentialId)
    const openedAt = instant(off.at())
    off.pass(2000)
    const refreshing = { method: "POST", path: `/auth/sessions/${used.session.id}/refresh` }
    const refreshed = await signed(off, callers.a, used.keys, {
      ...refreshing,
      body: { clientPublicKey: clientKey().hex }
    })
    expect(refreshed.status).toBe(200)
    const lastUses = async () =>
      Object.fromEntries((await sessionsOf(off, accountId)).map((each: Listed) => [each.id, each.lastUsedAt]))
    // A refresh is a use of the refreshed session.
    const first = instant(off.at())
    expect(await lastUses()).toEqual({
      [used.session.id]: first,
      [refreshed.body.id]: first,
      [idle.session.id]: openedAt
    })
    off.pass(3000)
    const closing = { method: "PATCH", path: `/internal-accounts/${accountId}`, body: { privateEnabled: true } }
    expect((await signed(off, callers.a, used.keys, closing)).status).toBe(200)
    expect(await lastUses()).toEqual({
      [used.session.id]: instant(off.at()),
      [refreshed.body.id]: first,
      [idle.session.id]: openedAt
    })
  })

  it("UV1: shows no use by a signature that was refused", async () => {
    const { accountId, credentialId } = await off.customer(callers.a)
    const { session: opened } = await session(off, callers.a, credentialId)
    const openedAt = instant(off.at())
    off.pass(1000)
    const { status } = await signed(off, callers.a, keyPair(), {
      method: "DELETE",
      path: `/auth/sessions/${opened.id}`
    })
    expect(status).toBe(401)
    expect((await sessionsOf(off, accountId))[0].lastUsedAt).toBe(openedAt)
  })

  it("marks the session that the query names, and no session if the query names none or another wallet's", async () => {
    const { accountId, credentialId } = await off.customer(callers.a)
    const one = await session(off, callers.a, credentialId)
    const two = await session(off, callers.a, credentialId)
    const marks = async (more?: string) =>
      Object.fromEntries((await sessionsOf(off, accountId, more)).map((each: Listed) => [each.id, each.isCurrent]))
    const [first, second] = [one.session.id, two.session.id]
    expect(await marks(`&currentSessionId=${first}`)).toEqual({ [first]: true, [second]: false })
    expect(await marks()).toEqual({ [first]: undefined, [second]: undefined })
    const other = await session(off, callers.a, (await off.customer(callers.a)).credentialId)
    expect(await marks(`&currentSessionId=${other.session.id}`)).toEqual({ [first]: false, [second]: false })
  })
})

describe("the device of a session", () => {
  it("UV2: is stored nowhere and shown to no caller by default", async () => {
    const { store, writes } = recordedStore()
    const world = makeWorld({ store })
    const { accountId, credentialId } = await world.customer(callers.a)
    const { done } = await login(world, credentialId, DEVICE)
    expect(done.status).toBe(200)
    const [listed] = await sessionsOf(world, accountId)
    expect([listed.userAgent, listed.address]).toEqual([undefined, undefined])
    expect(writes.length).toBeGreaterThan(3)
    expect(writes.filter(({ collection }) => collection === "session_clients")).toEqual([])
    expect(JSON.stringify(writes)).not.toMatch(/Phone|db8::4711/u)
    await world.countersign.close()
  })

  it("is shown if the policy stores it, for a login by code and a refresh, over HTTP and in process", async () => {
    const { accountId, credentialId } = await on.customer(callers.a)
    const { keys, session: byCode } = await login(on, credentialId, DEVICE)
    const plain = await session(on, callers.a, credentialId)
    const { api } = on.countersign
    const alpha = api.in({ platformId: "alpha", mode: "sandbox" })
    const refreshing = [byCode.id, clientKey().hex] as const
    const challenge = await alpha.sessions.refresh(...refreshing)
    if (!("payloadToSign" in challenge)) throw new Error("nothing to sign")
    const retry = retryHeaders(challenge, keys)
    const refreshed = await alpha.sessions.refresh(...refreshing, {
      stamp: retry["service-wallet-signature"],
      requestId: retry["request-id"],
      userAgent: "Tablet/1",
      address: null
    })
    const shown = new Map<string, ReadonlyArray<unknown>>(
      (await sessionsOf(on, accountId)).map((each: Listed) => [each.id, [each.userAgent, each.address]])
    )
    expect(shown.get(byCode.id)).toEqual(Object.values(DEVICE))
    expect(shown.get(plain.session.id)).toEqual([undefined, undefined])
    expect("id" in refreshed && shown.get(refreshed.id)).toEqual(["Tablet/1", undefined])
    const last = await alpha.sessions.list(accountId, { currentSessionId: byCode.id })
    expect(last.filter(({ isCurrent }) => isCurrent).map(({ userAgent }) => userAgent)).toEqual([
      DEVICE["service-client-user-agent"]
    ])
  })

  it("is stored with a login by token and by passkey", async () => {
    const { accountId, credentialId } = await on.customer(callers.a)
    const { keys } = await session(on, callers.a, credentialId)
    const { credentialId: oauth } = await addOauth(on, callers.a, accountId, keys)
    const call: LocalWorld["call"] = (caller, method, path, more) =>
      on.call(caller, method, path, { ...more, headers: { ...more?.headers, ...DEVICE } })
    expect((await oauthVerify({ ...on, call }, callers.a, oauth, clientKey())).status).toBe(200)
    const passkey = await addPasskey(on, callers.a, accountId, keys)
    const world = { ...on, call }
    expect((await passkeySession(world, callers.a, passkey.credentialId, passkey.authenticator)).answer.status).toBe(
      200
    )
    const shown = (await sessionsOf(on, accountId)).map((each: Listed) => [each.type, each.address])
    for (const type of ["OAUTH", "PASSKEY"]) expect(shown).toContainEqual([type, DEVICE["service-client-address"]])
  })

  it("UV3: is shown and stored until the last millisecond of its retention, while the session is active", async () => {
    const store = Effect.runSync(makeMemoryStore)
    const world = makeWorld({
      store: Layer.succeed(Store, store),
      policy: { sessionClientRetention: 5 * MINUTE }
    })
    const { accountId, credentialId } = await world.customer(callers.a)
    await login(world, credentialId, DEVICE)
    const state = async () => {
      await Effect.runPromise(store.sweep(collections, world.at(), 1000))
      const clients = byIndex(sessionClients, "sandbox/alpha", "account", [accountId])
      const found = await Effect.runPromise(Effect.provideService(load({ clients }), Store, store))
      const [listed] = await sessionsOf(world, accountId)
      return { address: listed.address, userAgent: listed.userAgent, stored: found.clients.length }
    }
    const [userAgent, address] = Object.values(DEVICE)
    world.pass(5 * MINUTE - 1)
    expect(await state()).toEqual({ address, userAgent, stored: 1 })
    world.pass(1)
    expect(await state()).toEqual({ stored: 0 })
    await world.countersign.close()
  })

  it("UV3: is not shown after its retention, even before it is deleted", async () => {
    const { accountId, credentialId } = await on.customer(callers.a)
    await login(on, credentialId, DEVICE)
    on.pass(5 * MINUTE)
    const [listed] = await sessionsOf(on, accountId)
    expect([listed.userAgent, listed.address]).toEqual([undefined, undefined])
  })

  it("UV3 UV4: is encrypted in the store, and in no other record, event or receipt", async () => {
    const { accountId, credentialId } = await on.customer(callers.a)
    const { keys } = await login(on, credentialId, DEVICE)
    const change = { method: "PATCH", path: `/internal-accounts/${accountId}`, body: { privateEnabled: true } }
    expect((await signed(on, callers.a, keys, change)).status).toBe(200)
    const written = watched.writes.filter(({ body }) => JSON.stringify(body).includes(accountId))
    expect(written.map(({ collection }) => collection)).toEqual(
      expect.arrayContaining(["session_clients", "receipts", "sessions"])
    )
    expect(JSON.stringify(watched.writes)).not.toMatch(/Phone|db8::4711|Tablet/u)
  })

  it.each([
    ["service-client-user-agent", "x".repeat(1025)],
    ["service-client-address", "x".repeat(65)],
    ["service-client-user-agent", "a\u0085b"],
    ["service-client-address", ""]
  ])("UV4: is refused by name if %s is too long, empty or has a control character (%#)", async (name, value) => {
    const { credentialId } = await on.customer(callers.a)
    const { done } = await login(on, credentialId, { [name]: value })
    expect([done.status, done.body.code, done.body.details.errors[0].field]).toEqual([400, "INVALID_INPUT", name])
  })

  it("UV3: is removed in the commit that deletes the customer", async () => {
    const { accountId, credentialId, customerId } = await on.customer(callers.a)
    const { keys } = await login(on, credentialId, DEVICE)
    watched.removed.splice(0)
    expect((await signed(on, callers.a, keys, { method: "DELETE", path: `/customers/${customerId}` })).status).toBe(200)
    expect(watched.removed).toContain("session_clients")
    expect(await sessionsOf(on, accountId)).toEqual([])
  })
})

describe("the list of credentials", () => {
  it("has the last login with each, and not the refresh of its session", async () => {
    const { accountId, credentialId } = await off.customer(callers.a)
    expect(await credentialOf(off, accountId, "EMAIL_OTP")).not.toHaveProperty("lastUsedAt")
    const { keys, session: opened } = await session(off, callers.a, credentialId)
    const at = instant(off.at())
    const oauth = await addOauth(off, callers.a, accountId, keys)
    off.pass(1000)
    const body = { clientPublicKey: clientKey().hex }
    await signed(off, callers.a, keys, { method: "POST", path: `/auth/sessions/${opened.id}/refresh`, body })
    const lastUses = async () =>
      Object.fromEntries((await credentialsOf(off, accountId)).map((each: Listed) => [each.type, each.lastUsedAt]))
    expect(await lastUses()).toEqual({ EMAIL_OTP: at, OAUTH: undefined })
    await oauthVerify(off, callers.a, oauth.credentialId, clientKey())
    expect(await lastUses()).toEqual({ EMAIL_OTP: at, OAUTH: instant(off.at()) })
    const email = await credentialOf(off, accountId, "EMAIL_OTP")
    expect(email.updatedAt).toBe(email.createdAt)
  })

  it("has the transports of a passkey, and the backup state of its last login", async () => {
    const { accountId, credentialId } = await off.customer(callers.a)
    const { keys } = await session(off, callers.a, credentialId)
    const options = { isBackupEligible: true, isBackedUp: false }
    const { authenticator, credentialId: passkey } = await addPasskey(off, callers.a, accountId, keys, options)
    const read = () => credentialOf(off, accountId, "PASSKEY")
    expect(await read()).toMatchObject({ transports: expect.any(Array), backupEligible: true, backedUp: false })
    const later = {
      ...authenticator,
      assert: (terms: Parameters<typeof authenticator.assert>[0]) =>
        authenticator.assert({ ...terms, flags: { bs: true } })
    }
    expect((await passkeySession(off, callers.a, passkey, later)).answer.status).toBe(200)
    expect(await read()).toMatchObject({ backupEligible: true, backedUp: true, lastUsedAt: instant(off.at()) })
    expect(await credentialOf(off, accountId, "EMAIL_OTP")).not.toHaveProperty("transports")
  })
})

describe("renaming a credential", () => {
  const wallet = async () => {
    const customer = await off.customer(callers.a)
    const { keys } = await session(off, callers.a, customer.credentialId)
    const passkey = await addPasskey(off, callers.a, customer.accountId, keys)
    const rename = (nickname: unknown) => ({
      method: "PATCH",
      path: `/auth/credentials/${passkey.credentialId}`,
      body: { nickname }
    })
    return { ...customer, keys, passkey, rename }
  }

  it("UV5: is signed by a session, changes the nickname alone, and leaves a receipt", async () => {
    const { accountId, keys, passkey, rename } = await wallet()
    const before = await credentialOf(off, accountId, "PASSKEY")
    off.pass(10)
    const renamed = await signed(off, callers.a, keys, rename("  Work phone "))
    const after = { ...before, nickname: "Work phone", updatedAt: instant(off.at()) }
    expect([renamed.status, renamed.body, await credentialOf(off, accountId, "PASSKEY")]).toEqual([200, after, after])
    const { data } = (await off.call(callers.a, "GET", `/receipts?accountId=${accountId}&operation=RenameCredential`))
      .body
    expect(data.map((each: Listed) => [each.operation, each.path])).toEqual([["RenameCredential", rename("").path]])
    // It still signs in.
    const again = await passkeySession(off, callers.a, passkey.credentialId, passkey.authenticator)
    expect([again.answer.status, again.session.nickname]).toEqual([200, "Work phone"])
  })

  it("UV5 I17: signs a payload that names the credential and its new nickname", async () => {
    const { passkey, rename } = await wallet()
    const first = await off.call(callers.a, "PATCH", rename("").path, { body: { nickname: "Work phone" } })
    const { parameters } = JSON.parse(first.body.payloadToSign)
    expect(JSON.parse(Buffer.from(parameters.payload, "hex").toString())).toEqual({
      renameCredential: { credentialId: passkey.credentialId, nickname: "Work phone" }
    })
  })

  it("UV5: is refused by name for an EMAIL_OTP and an OAUTH credential, whose nickname is an address or identity", async () => {
    const { accountId, credentialId, keys } = await wallet()
    const oauth = await addOauth(off, callers.a, accountId, keys)
    for (const id of [credentialId, oauth.credentialId]) {
      const call = { method: "PATCH", path: `/auth/credentials/${id}`, body: { nickname: "Support" } }
      const { body, status } = await signed(off, callers.a, keys, call)
      expect([status, body.code, body.reason]).toEqual([400, "INVALID_INPUT", "Nickname is fixed"])
    }
  })

  it.each([[""], ["   "], ["x".repeat(65)], ["pho\u200Bne"], ["a\nb"], [7], [undefined]])(
    "UV5: has the bounds of a registration: refuses %j",
    async (nickname) => {
      const { keys, rename } = await wallet()
      const { body, status } = await signed(off, callers.a, keys, rename(nickname))
      expect([status, body.code, body.details.errors[0].field]).toEqual([400, "INVALID_INPUT", "nickname"])
    }
  )

  it("UV5 I2 I3: is refused with another nickname in the signed leg, and with a key of another wallet", async () => {
    const { accountId, keys, rename } = await wallet()
    const { path } = rename("")
    const first = await off.call(callers.a, "PATCH", path, { body: { nickname: "Work phone" } })
    const headers = retryHeaders(first.body, keys)
    const differs = await off.call(callers.a, "PATCH", path, { headers, body: { nickname: "Thief" } })
    expect([differs.status, differs.body.reason]).toEqual([401, "Retry body differs"])
    const foreign = await signed(off, callers.a, (await wallet()).keys, rename("Thief"))
    expect([foreign.status, foreign.body.reason]).toEqual([401, "Stamp key may not sign this request"])
    expect((await credentialOf(off, accountId, "PASSKEY")).nickname).toBe("My phone")
  })
})
