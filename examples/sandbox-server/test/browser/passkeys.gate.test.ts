import { addAuthenticator } from "@countersign/harness/browser/authenticator"
import { browser } from "@countersign/harness/browser/chromium"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startApp } from "./app.ts"
import type {} from "./page.ts"

const chromium = browser()
let app: Awaited<ReturnType<typeof startApp>>

beforeAll(async () => {
  app = await startApp()
})

afterAll(async () => {
  await app?.close()
})

/** A page in a new browser profile, with a virtual authenticator. */
const opened = async (origin = app.origin) => {
  const page = await (await chromium().newContext()).newPage()
  await ready(page, () => page.goto(origin))
  return { page, authenticator: await addAuthenticator(page) }
}

const ready = async (page: Page, load: () => Promise<unknown>) => {
  await load()
  await page.waitForFunction(() => "wallet" in globalThis)
}

let customers = 0
const newCustomer = () => {
  customers += 1
  return app.customer(`ada${customers}@example.com`)
}

const signIn = (page: Page, credentialId: string) => page.evaluate((id) => wallet.signIn(id, "000000"), credentialId)

const passkeyLogin = (page: Page, credentialId: string) => page.evaluate((id) => wallet.passkeyLogin(id), credentialId)

const loginRefusal = (page: Page, credentialId: string) =>
  page.evaluate((id) => wallet.refusalOf(wallet.passkeyLogin(id)), credentialId)

const listed = (page: Page, accountId: string) => page.evaluate((id) => wallet.listed(id), accountId)

/** A customer who has signed in by e-mail code and added a passkey. */
const withPasskey = async () => {
  const { page, authenticator } = await opened()
  const { accountId, credentialId } = await newCustomer()
  const first = await signIn(page, credentialId)
  const passkey = await page.evaluate(([account, signer]) => wallet.register(account, "My laptop", signer), [
    accountId,
    first.id
  ] as const)
  return { page, authenticator, accountId, credentialId, first, passkey }
}

describe("a passkey in a browser", () => {
  it("is added by a signed retry, signs in repeatedly, and its sessions refresh and end", async () => {
    const { accountId, authenticator, first, page, passkey } = await withPasskey()
    expect(passkey).toMatchObject({ accountId, type: "PASSKEY", nickname: "My laptop" })
    expect(await authenticator.passkeys()).toMatchObject([{ rpId: "localhost" }])

    const one = await passkeyLogin(page, passkey.id)
    const two = await passkeyLogin(page, passkey.id)
    expect(one).toMatchObject({ accountId, type: "PASSKEY", nickname: "My laptop" })
    const refreshed = await page.evaluate((id) => wallet.refresh(id), two.id)
    expect(refreshed).toMatchObject({ accountId, type: "PASSKEY" })
    const all = [first, one, two, refreshed]
    expect(new Set(all.map(({ signer }) => signer.publicKey)).size).toBe(4)
    expect(new Set(await listed(page, accountId))).toEqual(new Set(all.map(({ id }) => id)))

    await page.evaluate((id) => wallet.logout(id), refreshed.id)
    await page.evaluate((id) => wallet.logout(id), one.id)
    expect(new Set(await listed(page, accountId))).toEqual(new Set([first.id, two.id]))
    const repeated = await page.evaluate((id) => wallet.refusalOf(wallet.refresh(id)), one.id)
    expect(repeated).toMatchObject({ status: 404 })
  })

  it("authorizes a wallet export: its session receives the mnemonic, encrypted to the page", async () => {
    const { accountId, page, passkey } = await withPasskey()
    const session = await passkeyLogin(page, passkey.id)
    const exported = await page.evaluate(([account, id]) => wallet.exportWallet(account, id), [
      accountId,
      session.id
    ] as const)
    expect(exported.mnemonic.split(" ").length).toBeGreaterThanOrEqual(12)
  })

  it("coexists with an OIDC credential, and the session of each revokes the other credential", async () => {
    const { accountId, page, passkey } = await withPasskey()
    const session = await passkeyLogin(page, passkey.id)
    const added = await page.evaluate(([account, id]) => wallet.addIdentity(account, id), [
      accountId,
      session.id
    ] as const)
    const other = await page.evaluate((id) => wallet.identityLogin(id), added.id)
    expect(other).toMatchObject({ accountId, type: "OAUTH" })
    await page.evaluate(([id, signer]) => wallet.revoke(id, signer), [passkey.id, other.id] as const)
    expect(await listed(page, accountId)).not.toContain(session.id)
    expect(await loginRefusal(page, passkey.id)).toMatchObject({ status: 404 })
  })

  it("is all a page needs: the page sends no API token", async () => {
    const { page } = await opened()
    const sent: string[] = []
    page.on("request", (request) => sent.push(JSON.stringify([request.url(), request.headers(), request.postData()])))
    const { credentialId } = await newCustomer()
    await signIn(page, credentialId)
    await ready(page, () => page.reload())
    expect(sent.length).toBeGreaterThan(4)
    for (const each of sent) expect(each).not.toMatch(/authorization|never-in-the-page/iu)
  })

  it("is not created twice for one account on one authenticator", async () => {
    const { accountId, first, page } = await withPasskey()
    const second = await page.evaluate(
      ([account, signer]) => wallet.refusalOf(wallet.register(account, "Again", signer)),
      [accountId, first.id] as const
    )
    expect(second?.reason).toContain("InvalidStateError")
  })
})

describe("session keys", () => {
  it("are stored in IndexedDB, cannot be exported, and sign after a reload", async () => {
    const { accountId, first, page, passkey } = await withPasskey()
    const session = await passkeyLogin(page, passkey.id)
    expect(await page.evaluate(() => wallet.keptKeys())).toEqual(
      [first.id, session.id].toSorted().map((id) => ({ id, extractable: false, algorithm: "ECDSA", readBy: 0 }))
    )
    expect(await page.evaluate(() => wallet.notices)).toEqual([])

    await ready(page, () => page.reload())
    expect(await page.evaluate((id) => wallet.refusalOf(wallet.logout(id)), session.id)).toMatchObject({ status: 0 })
    for (const { id, signer } of [first, session]) {
      expect(await page.evaluate((id) => wallet.restore(id), id)).toMatchObject({ id, accountId, signer })
      await page.evaluate((id) => wallet.logout(id), id)
      expect(await page.evaluate((id) => wallet.restore(id), id)).toBeUndefined()
    }
    expect(await listed(page, accountId)).toEqual([])
    expect(await page.evaluate(() => wallet.keptKeys())).toEqual([])
  })
})

describe("an invalid passkey", () => {
  const refusedForItsCounter = { status: 401, reason: "Passkey refused: counter" }

  it("is rejected when its counter has decreased, and accepted after it has increased", async () => {
    const { accountId, authenticator, page, passkey } = await withPasskey()
    await passkeyLogin(page, passkey.id)
    await passkeyLogin(page, passkey.id)
    const before = await listed(page, accountId)
    const [held] = await authenticator.passkeys()
    if (held === undefined) throw new Error("The authenticator holds the passkey")
    await authenticator.put({ ...held, signCount: 1 })
    expect(await loginRefusal(page, passkey.id)).toEqual(refusedForItsCounter)
    expect(await listed(page, accountId)).toEqual(before)
    await authenticator.put({ ...held, signCount: held.signCount + 1 })
    expect(await passkeyLogin(page, passkey.id)).toHaveProperty("id")
  })

  it("is rejected from a cloned authenticator, whose counter is lower", async () => {
    const { authenticator, page, passkey } = await withPasskey()
    const [copied] = await authenticator.passkeys()
    if (copied === undefined) throw new Error("The authenticator holds the passkey")
    await passkeyLogin(page, passkey.id)
    await passkeyLogin(page, passkey.id)
    const thief = await opened()
    await thief.authenticator.put(copied)
    expect(await loginRefusal(thief.page, passkey.id)).toEqual(refusedForItsCounter)
    expect(await passkeyLogin(page, passkey.id)).toHaveProperty("id")
  })

  it("is rejected from a page at another port, also if it was created there", async () => {
    const { authenticator, passkey } = await withPasskey()
    const foreign = await opened(app.otherOrigin)
    const [held] = await authenticator.passkeys()
    if (held === undefined) throw new Error("The authenticator holds the passkey")
    await foreign.authenticator.put(held)
    expect(await loginRefusal(foreign.page, passkey.id)).toEqual({ status: 401, reason: "Passkey refused: origin" })

    const other = await newCustomer()
    const session = await signIn(foreign.page, other.credentialId)
    const made = await foreign.page.evaluate(
      ([account, signer]) => wallet.refusalOf(wallet.register(account, "Elsewhere", signer)),
      [other.accountId, session.id] as const
    )
    expect(made).toEqual({ status: 401, reason: "Passkey refused: origin" })
  })
})
