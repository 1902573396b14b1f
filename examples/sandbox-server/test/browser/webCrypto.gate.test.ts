import { addAuthenticator } from "@countersign/harness/browser/authenticator"
import { browser } from "@countersign/harness/browser/chromium"
import { decodeStamp, verifyStamp } from "@countersign/wire"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bundled, startApp } from "./app.ts"
import type {} from "./page.ts"

const chromium = browser()
let app: Awaited<ReturnType<typeof startApp>>
let scripts: ReadonlyMap<string, string>

beforeAll(async () => {
  app = await startApp()
  scripts = await bundled()
})

afterAll(async () => {
  await app?.close()
})

/** A page that records the scripts it loads. */
const opened = async (load: (page: Page) => Promise<unknown> = (page) => page.goto(app.origin)) => {
  const page = await (await chromium().newContext()).newPage()
  const loaded: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith(".js")) loaded.push(pathname)
  })
  await load(page)
  await page.waitForFunction(() => "wallet" in globalThis)
  await addAuthenticator(page)
  return { page, loaded }
}

/** Forwards a page from plain http at another host than localhost, which has no `crypto.subtle`. */
const overPlainHttp = async (page: Page) => {
  await page.route("http://wallet.test/**", async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${app.origin}${pathname}` }) })
  })
  await page.goto("http://wallet.test/")
}

/** Signs in by e-mail code and by passkey, and signs a retry with each session. */
const signedIn = async (page: Page, email: string) => {
  const { accountId, credentialId } = await app.customer(email)
  const first = await page.evaluate((id) => wallet.signIn(id, "000000"), credentialId)
  const passkey = await page.evaluate(([account, signer]) => wallet.register(account, "Laptop", signer), [
    accountId,
    first.id
  ] as const)
  const second = await page.evaluate((id) => wallet.passkeyLogin(id), passkey.id)
  const exported = await page.evaluate(([account, id]) => wallet.exportWallet(account, id), [
    accountId,
    second.id
  ] as const)
  expect(exported.mnemonic.split(" ").length).toBeGreaterThanOrEqual(12)
  await page.evaluate((id) => wallet.logout(id), first.id)
}

const verified = (stamp: string) => verifyStamp(decodeStamp(stamp), "payload")

describe("the elliptic curve library", () => {
  it("is in one chunk, which the page's script does not contain", () => {
    const containing = [...scripts].flatMap(([path, script]) => (script.includes("@noble/curves") ? [path] : []))
    expect(containing).toEqual([expect.stringMatching(/^\/portable-\w+\.js$/u)])
    expect([...scripts.keys()].toSorted()).toEqual(["/page.js", ...containing].toSorted())
  })

  it("is not loaded by a login, a signed call or a new key pair where WebCrypto does all steps", async () => {
    const { loaded, page } = await opened()
    await signedIn(page, "webcrypto@example.com")
    expect(verified(await page.evaluate(() => wallet.stamp("payload")))).toBe(true)
    expect(loaded).toEqual(["/page.js"])
  })

  it("is loaded once by a login where WebCrypto imports no private key without its point", async () => {
    const { loaded, page } = await opened()
    await page.evaluate(() => wallet.refuseBareKeys())
    await signedIn(page, "point@example.com")
    expect(verified(await page.evaluate(() => wallet.stamp("payload")))).toBe(true)
    expect(loaded).toEqual(["/page.js", expect.stringMatching(/^\/portable-/u)])
  })

  it("is loaded by a signature over plain http, where a login names the missing crypto.subtle", async () => {
    const { loaded, page } = await opened(overPlainHttp)
    expect(await page.evaluate(() => "subtle" in crypto)).toBe(false)
    expect(loaded).toEqual(["/page.js"])
    expect(verified(await page.evaluate(() => wallet.stamp("payload")))).toBe(true)
    expect(loaded).toEqual(["/page.js", expect.stringMatching(/^\/portable-/u)])
    const refusal = await page.evaluate(() => wallet.refusalOf(wallet.signIn("AuthMethod:1", "000000")))
    expect(refusal?.reason).toContain("WebCryptoUnavailableError")
  })
})
