import { addOauth, addPasskey, clientKey, oauthVerify, passkeySession, signed } from "@countersign/harness/fixtures"
import {
  exported,
  faultsOf,
  itemsOf,
  PERSON,
  page,
  paid,
  SANDBOX,
  ticking,
  typesOf
} from "@countersign/harness/history"
import { answerTo, callers, keyPair, makeWorld, session } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { collections, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"

describe("the history of a wallet", () => {
  it("HI7: has every login, change, payment, lock, arrival of money and act of an operator, with who did it", async () => {
    const world = ticking(makeWorld({ logs: "none" }))
    const { accountId, credentialId, keys, opened, quoteId } = await paid(world)
    const by = (method: string, path: string, body?: object) => signed(world, callers.a, keys, { method, path, body })
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const login = await oauthVerify(world, callers.a, oauth.credentialId, clientKey())
    const passkey = await addPasskey(world, callers.a, accountId, keys)
    const strong = await passkeySession(world, callers.a, passkey.credentialId, passkey.authenticator)
    await by("PATCH", `/internal-accounts/${accountId}`, { privateEnabled: true })
    await by("POST", `/internal-accounts/${accountId}/export`, { clientPublicKey: clientKey().hex })
    await by("DELETE", `/auth/sessions/${strong.session.id}`)
    await by("DELETE", `/auth/credentials/${oauth.credentialId}`)
    const because = { actor: "support-7", reason: "The phone was stolen" }
    for (const act of ["suspend", "resume"]) {
      await world.call(callers.support, "POST", `/operator/accounts/${accountId}/${act}`, { body: because })
    }
    const wrong = await answerTo(world, callers.a, credentialId, "999999", keyPair())
    for (let guess = 0; guess < 5; guess += 1) {
      await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body: wrong.body })
    }

    const items = await itemsOf(world, accountId)
    expect(typesOf(items)).toEqual([
      "CREDENTIAL_CREATED",
      "SESSION_OPENED",
      "MONEY_RECEIVED",
      "PAYMENT_SIGNED",
      "CREDENTIAL_ADDED",
      "SESSION_OPENED",
      "CREDENTIAL_ADDED",
      "SESSION_OPENED",
      "ACCOUNT_UPDATED",
      "WALLET_EXPORTED",
      "SESSION_ENDED",
      "CREDENTIAL_REMOVED",
      "ACCOUNT_SUSPENDED",
      "ACCOUNT_RESUMED",
      "CREDENTIAL_LOCKED"
    ])
    const [firstMade, byEmail, arrived, payment, , byOauth, , byPasskey] = items.toReversed()
    expect(firstMade).toMatchObject({ actor: "PLATFORM", credentialId })
    expect(byEmail).toMatchObject({
      actor: "END_USER",
      sessionId: opened.id,
      credentialId,
      details: { credentialType: "EMAIL_OTP", credentialName: PERSON.email }
    })
    expect(arrived).toMatchObject({ actor: "SERVICE", amount: { amount: 1_000_000, currency: "USDC" } })
    expect(payment).toMatchObject({
      id: quoteId,
      signedBy: { sessionId: opened.id, credentialId },
      details: { payee: PERSON.payee, account: "****9777", accountType: "USD_ACCOUNT", sent: { amount: 1_000_000 } }
    })
    expect(JSON.stringify(items)).not.toContain(PERSON.number)
    expect(byOauth).toMatchObject({
      sessionId: login.body.id,
      credentialId: oauth.credentialId,
      operation: "VerifyCredential"
    })
    expect(byPasskey).toMatchObject({ sessionId: strong.session.id, details: { credentialType: "PASSKEY" } })
    expect(items[3]).toMatchObject({ credentialId: oauth.credentialId, signedBy: { sessionId: opened.id } })
    expect(items[2]).toMatchObject({ actor: "OPERATOR", actorName: "support-7", reason: because.reason })
    expect(items[0]).toMatchObject({ actor: "SERVICE", credentialId })
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    await world.countersign.close()
  })

  it("HI6: is the same page by page, by type and by time to the millisecond", async () => {
    const world = ticking(makeWorld({ logs: "none" }))
    const { accountId, keys } = await paid(world)
    for (let nth = 0; nth < 5; nth += 1) {
      await signed(world, callers.a, keys, {
        method: "PATCH",
        path: `/internal-accounts/${accountId}`,
        body: { privateEnabled: nth % 2 === 0 }
      })
      await world.call(callers.a, "POST", `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 5 } })
    }
    const all = await itemsOf(world, accountId)
    expect(all.length).toBe(14)
    for (const limit of [1, 2, 3, 7]) expect(await itemsOf(world, accountId, "", limit)).toEqual(all)
    const updates = all.filter(({ type }) => type === "ACCOUNT_UPDATED")
    expect(updates.length).toBe(5)
    expect(await itemsOf(world, accountId, "&type=ACCOUNT_UPDATED", 2)).toEqual(updates)
    const [, , until, , since] = all.map(({ at }) => at)
    const within = all.slice(2, 5)
    expect(within.map(({ at }) => at === until || at === since)).toEqual([true, false, true])
    expect(await itemsOf(world, accountId, `&startDate=${since}&endDate=${until}`)).toEqual(within)
    const viaApi: Array<unknown> = []
    for await (const item of world.countersign.api.in(SANDBOX).activity.list({ accountId, limit: 3 })) viaApi.push(item)
    expect(viaApi).toEqual(all)
    await world.countersign.close()
  })

  it("HI7 I9: of another platform, of another mode and of an unknown account is empty, and unknown types are refused", async () => {
    const world = ticking(makeWorld({ logs: "none" }))
    const { accountId } = await paid(world)
    for (const caller of [callers.b, callers.live, callers.liveB]) {
      expect(await page(world, `accountId=${accountId}`, caller)).toEqual({ data: [], hasMore: false, totalCount: 0 })
    }
    expect((await world.call(callers.support, "GET", `/activity?accountId=${accountId}`)).status).toBe(403)
    for (const query of ["", "accountId=x", `accountId=${accountId}&type=NONE`, `accountId=${accountId}&limit=101`]) {
      expect((await world.call(callers.a, "GET", `/activity?${query}`)).status).toBe(400)
    }
    await world.countersign.close()
  })

  it("HI8: is retained for 400 days to the millisecond, and the rest of the chain verifies", async () => {
    const stored = await Effect.runPromise(makeMemoryStore)
    const untimed = makeWorld({ store: Layer.succeed(Store, stored), logs: "none" })
    const world = ticking(untimed)
    const { accountId, credentialId } = await paid(world)
    const sweep = () => Effect.runPromise(stored.sweep(collections, world.at(), 500))
    const [last] = await itemsOf(untimed, accountId)
    untimed.pass(Date.parse(last?.at ?? "") + 400 * 86_400_000 - 1 - world.at())
    await sweep()
    expect(await itemsOf(untimed, accountId)).toEqual([last])
    untimed.pass(Date.parse(last?.at ?? "") + 400 * 86_400_000 - world.at())
    await sweep()
    expect(await itemsOf(untimed, accountId)).toEqual([])
    await session(world, callers.a, credentialId)
    expect(typesOf(await itemsOf(world, accountId))).toEqual(["SESSION_OPENED"])
    // The data key is in the head, which does not expire.
    expect((await itemsOf(world, accountId))[0]).toMatchObject({
      sequence: 3,
      details: { credentialType: "EMAIL_OTP" }
    })
    expect(faultsOf(world, await exported(world, accountId))).toEqual([])
    await world.countersign.close()
  })
})
