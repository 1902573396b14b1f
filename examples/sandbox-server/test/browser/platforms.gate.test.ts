import { addAuthenticator } from "@countersign/harness/browser/authenticator"
import { browser } from "@countersign/harness/browser/chromium"
import { startNode } from "@countersign/harness/nodes"
import { testDatabase } from "@countersign/harness/postgres"
import { limit } from "@countersign/harness/rounds"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type {} from "./page.ts"
import { passkeyFor, type Shop, startPlatforms } from "./twoPlatforms.ts"

const chromium = browser()
const database = testDatabase()
let started: Awaited<ReturnType<typeof startPlatforms>>
let shop: Shop
let bank: Shop
const ends: Array<() => unknown> = []

beforeAll(async () => {
  const nodes = [await startNode(database.url()), await startNode(database.url())] as const
  ends.push(...nodes.map((node) => () => node.stop("SIGKILL")))
  started = await startPlatforms(nodes)
  ends.push(started.close)
  const [one, other] = started.shops
  if (one === undefined || other === undefined) throw new Error("two platforms are needed")
  shop = one
  bank = other
  for (const each of [shop, bank]) expect((await setting(each)).status).toBe(200)
})
afterAll(() => Promise.all(ends.map((end) => end())))

/** Sets the relying parties, issuers and access policy of a platform, at the second node. */
const setting = async ({ accessPolicy, caller, issuer, rpId }: Shop, origins: ReadonlyArray<Shop> = []) => {
  const { body } = await started.second.call(caller, "GET", "/platform/settings")
  const all = [...started.shops.filter((each) => each.rpId === rpId), ...origins]
  return started.second.call(caller, "PATCH", "/platform/settings", {
    body: {
      revision: body.revision,
      passkeys: { rpIds: all.map((each) => each.rpId), origins: all.map(({ origin }) => origin) },
      oidc: { issuers: [{ issuer: issuer.iss, audiences: [issuer.aud] }] },
      accessPolicy
    }
  })
}

/** The page of one platform that calls the API of a platform: its own, or by mistake or malice the other's. */
const opened = async (page: Shop, api: Shop = page) => {
  const context = await chromium().newContext()
  await context.addCookies([{ name: "platform", value: api.name, url: page.origin }])
  const tab = await context.newPage()
  await tab.goto(page.origin)
  await tab.waitForFunction(() => "wallet" in globalThis)
  const authenticator = await addAuthenticator(tab)
  const customer = await started.first.customer(api.caller)
  const session = await tab.evaluate((id) => wallet.signIn(id, "000000"), customer.credentialId)
  const ids = [customer.accountId, session.id] as const
  return {
    tab,
    authenticator,
    ...customer,
    exportRefusal: (by = session.id) =>
      tab.evaluate(([account, signer]) => wallet.refusalOf(wallet.exportWallet(account, signer)), [
        customer.accountId,
        by
      ] as const),
    refreshRefusal: (by = session.id) => tab.evaluate((id) => wallet.refusalOf(wallet.refresh(id)), by),
    register: () => tab.evaluate(([account, signer]) => wallet.register(account, "My laptop", signer), ids),
    registerRefusal: () =>
      tab.evaluate(([account, signer]) => wallet.refusalOf(wallet.register(account, "My laptop", signer)), ids),
    addIdentity: (of: object) =>
      tab.evaluate(([account, signer, claims]) => wallet.addIdentity(account, signer, claims), [...ids, of] as const),
    identityRefusal: (of: object) =>
      tab.evaluate(([account, signer, claims]) => wallet.refusalOf(wallet.addIdentity(account, signer, claims)), [
        ...ids,
        of
      ] as const)
  }
}

describe("PL5: two platforms made by API on one service", () => {
  it("register and use passkeys of their own relying party alone", async () => {
    for (const [own, other] of [
      [shop, bank],
      [bank, shop]
    ] as const) {
      const home = await opened(own)
      const passkey = await home.register()
      expect(await home.authenticator.passkeys()).toMatchObject([{ rpId: own.rpId }])
      const signedIn = await home.tab.evaluate((id) => wallet.passkeyLogin(id), passkey.id)
      expect(signedIn).toMatchObject({ accountId: home.accountId, type: "PASSKEY" })

      // The other platform's page, with the passkey of this one in its authenticator, and the other platform's API.
      const away = await opened(other)
      for (const each of await home.authenticator.passkeys()) await away.authenticator.put(each)
      const login = (id: string) => away.tab.evaluate((known) => wallet.refusalOf(wallet.passkeyLogin(known)), id)
      expect(await login(passkey.id)).toMatchObject({ status: 404 })
      // The other platform's page with this platform's API: the browser finds no passkey of its origin.
      const mixed = await opened(other, own)
      for (const each of await home.authenticator.passkeys()) await mixed.authenticator.put(each)
      expect(
        await mixed.tab.evaluate((known) => wallet.refusalOf(wallet.passkeyLogin(known)), passkey.id)
      ).toMatchObject({ status: 0 })
      expect(await mixed.registerRefusal()).toEqual({ status: 401, reason: "Passkey refused: origin" })
    }
  })

  it("accept identity tokens of their own issuer alone", async () => {
    for (const [own, other] of [
      [shop, bank],
      [bank, shop]
    ] as const) {
      const home = await opened(own)
      const refused = { status: 401, reason: "OIDC token refused: issuer" }
      expect(await home.identityRefusal(other.issuer)).toEqual(refused)
      const added = await home.addIdentity(own.issuer)
      const signIn = (of: object) =>
        home.tab.evaluate(([id, claims]) => wallet.refusalOf(wallet.identityLogin(id, claims)), [added.id, of] as const)
      expect(await signIn(own.issuer)).toBeUndefined()
      expect(await signIn(other.issuer)).toEqual(refused)
    }
  })

  it("apply their own access policy alone", async () => {
    const [inShop, inBank] = [await opened(shop), await opened(bank)]
    const refused = { status: 403, reason: "Session may not sign this call" }
    // One requires a session of a passkey for an export, the other for a refresh.
    expect([await inShop.exportRefusal(), await inBank.exportRefusal()]).toEqual([refused, undefined])
    expect([await inShop.refreshRefusal(), await inBank.refreshRefusal()]).toEqual([undefined, refused])
    for (const page of [inShop, inBank]) {
      const passkey = await page.register()
      const { id } = await page.tab.evaluate((known) => wallet.passkeyLogin(known), passkey.id)
      expect([await page.exportRefusal(id), await page.refreshRefusal(id)]).toEqual([undefined, undefined])
    }
  })

  it("PO8: take an access policy changed at one node into effect at the other within one second", async () => {
    const { exportRefusal, refreshRefusal } = await opened(shop)
    const answers = async () => [(await exportRefusal())?.status, (await refreshRefusal())?.status]
    expect(await answers()).toEqual([403, undefined])
    for (const [accessPolicy, expected] of [
      [passkeyFor("REFRESH_SESSION"), [undefined, 403]],
      [shop.accessPolicy, [403, undefined]]
    ] as const) {
      expect((await setting({ ...shop, accessPolicy })).status).toBe(200)
      const changed = Date.now()
      expect(await answers()).toEqual(expected)
      expect(Date.now() - changed).toBeLessThan(limit(1000))
    }
  })

  it("I9: have API tokens that see nothing of each other", async () => {
    const ours = await started.first.customer(shop.caller)
    for (const path of [`/customers/${ours.customerId}`, `/internal-accounts/${ours.accountId}`]) {
      expect((await started.first.call(bank.caller, "GET", path)).status).toBe(404)
      expect((await started.first.call(shop.caller, "GET", path)).status).toBe(200)
    }
    const read = await started.first.call(bank.caller, "GET", "/platform/settings")
    expect(JSON.stringify(read.body)).not.toContain("shop")
    expect((await started.first.call(bank.caller, "GET", "/platforms")).status).toBe(403)
  })

  it("take a setting changed at one node into effect at the other within one second", async () => {
    const mixed = await opened(shop, bank)
    expect(await mixed.registerRefusal()).toEqual({ status: 401, reason: "Passkey refused: origin" })
    expect((await setting(bank, [shop])).status).toBe(200)
    const changed = Date.now()
    await mixed.register()
    expect(Date.now() - changed).toBeLessThan(limit(1000))
    expect((await setting(bank)).status).toBe(200)
    const again = await opened(shop, bank)
    expect(await again.registerRefusal()).toEqual({ status: 401, reason: "Passkey refused: origin" })
  })
})
