import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { violationsOf } from "@countersign/harness/browser/axe"
import { browser } from "@countersign/harness/browser/chromium"
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { servePage } from "./page.ts"

const chromium = browser()
let served: Awaited<ReturnType<typeof servePage>>
beforeAll(async () => {
  served = await servePage(await readFile(new URL("openIdPage.tsx", import.meta.url), "utf8"))
})
afterAll(() => served?.close())

const guide = readFileSync(new URL("../../../docs/guides/sign-in-with-oidc.md", import.meta.url), "utf8")
const component = /```tsx file=SignedOut\.tsx\n(.*?)```/su.exec(guide)?.[1] ?? ""

/** The page of a reader of the guide, for an issuer that the sandbox accepts. */
const program = `${component.replace("https://id.example", "https://accounts.google.com")}
import { createClient } from "@countersign/client"
import { createRoot } from "react-dom/client"
const { bundleSigner } = await (await fetch("/me")).json()
const client = createClient({ baseUrl: "/2025-10-13", bundleSigner })
const signedIn = ({ session }) => void (document.title = session.type)
createRoot(document.getElementById("root")).render(<main><SignedOut client={client} onSignedIn={signedIn} /></main>)
`

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** An OpenID provider at an issuer, for the pages of a browser: its discovery, its page, and its token endpoint. */
const provideAt = async (context: BrowserContext, issuer: string, sub: string, answer: object = {}) => {
  const requests: Array<URLSearchParams> = []
  await context.route(`${issuer}/**`, async (route) => {
    const url = new URL(route.request().url())
    const json = (body: unknown) => route.fulfill({ json: body, headers: { "access-control-allow-origin": "*" } })
    if (url.pathname === "/.well-known/openid-configuration") {
      return json({ issuer, authorization_endpoint: `${issuer}/authorize?tenant=1`, token_endpoint: `${issuer}/token` })
    }
    if (url.pathname === "/authorize") {
      requests.push(url.searchParams)
      const back = (result: object) =>
        `${url.searchParams.get("redirect_uri")}?${new URLSearchParams({ ...result, ...answer, state: url.searchParams.get("state") ?? "" })}`
      const [given, declined] = [back({ code: "a code", iss: issuer }), back({ error: "access_denied" })]
      return route.fulfill({
        contentType: "text/html",
        body: `<title>Provider</title><a href="${given}">Continue as ${sub}</a> <a href="${declined}">Cancel</a>`
      })
    }
    const sent = new URLSearchParams(route.request().postData() ?? "")
    const begun = requests.at(-1)
    const challenge = createHash("sha256")
      .update(sent.get("code_verifier") ?? "")
      .digest("base64url")
    const isRight =
      sent.get("code") === "a code" &&
      challenge === begun?.get("code_challenge") &&
      sent.get("redirect_uri") === begun.get("redirect_uri")
    if (!isRight) return json({ error: "invalid_grant" })
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: begun.get("client_id"), sub, iat, exp: iat + 300, nonce: begun.get("nonce") }
    return json({ id_token: [part({ alg: "RS256" }), part(claims), part({})].join(".") })
  })
  return requests
}

const GOOGLE = "https://accounts.google.com"

const opened = async (path = "", options: BrowserContextOptions = {}) => {
  const context = await chromium().newContext(options)
  const page = await context.newPage()
  const faults: string[] = []
  page.on("pageerror", ({ message }) => faults.push(message))
  page.on("console", (line) => {
    if (line.type() === "error" && !line.text().startsWith("Failed to load")) faults.push(line.text())
  })
  return { context, page, faults, open: () => page.goto(`${served.url}${path}`) }
}

const buttonOf = (page: Page, host: string) => page.locator("[data-part=openid-submit]", { hasText: host })
const alerts = (page: Page) => page.locator("[data-part=openid-error]").allTextContents()

/** Moves the focus with Tab alone to the button of a provider, and presses it. */
const press = async (page: Page, host: string) => {
  const target = buttonOf(page, host)
  await target.waitFor()
  for (let presses = 0; presses < 20; presses += 1) {
    if (await target.evaluate((each) => each === document.activeElement)) return page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not reach the button of ${host}`)
}

describe("a button for an OpenID provider, in Chromium (GU4)", () => {
  it("signs a visitor up by the keyboard alone, and in again to the same wallet, without a violation of axe", async () => {
    const { context, faults, open, page } = await opened()
    const requests = await provideAt(context, GOOGLE, "ada")
    const wallets = []
    for (const _ of ["first", "second"]) {
      await context.clearCookies()
      await open()
      expect(await violationsOf(page)).toEqual([])
      await press(page, "accounts.google.com")
      await page.getByRole("link", { name: "Continue as ada" }).focus()
      await page.keyboard.press("Enter")
      await expect.poll(() => page.textContent("#status").catch(() => "")).toBe("signed-in OAUTH")
      // Neither a reload nor a copied address has the answer of the provider.
      expect(page.url()).toBe(served.url)
      wallets.push(await page.textContent("#visitor"))
    }
    expect(wallets[1]).toBe(wallets[0])
    const [request] = requests
    expect(Object.fromEntries(request ?? [])).toEqual({
      ...{ tenant: "1", response_type: "code", client_id: "app", redirect_uri: served.url, scope: "openid email" },
      state: expect.stringMatching(/^Session:/u),
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/u),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
      code_challenge_method: "S256"
    })
    expect(faults).toEqual([])
    await context.close()
  })

  it("explains in German that the visitor has declined, with the focus on the way to try again", async () => {
    const { context, faults, open, page } = await opened("visit", { colorScheme: "dark" })
    await provideAt(context, GOOGLE, "grace")
    await open()
    await press(page, "accounts.google.com")
    await page.getByRole("link", { name: "Cancel" }).click()
    await expect.poll(() => alerts(page)).toEqual([expect.stringMatching(/^Sie haben sich nicht mit accounts\./u), ""])
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Weiter mit accounts.google.com")
    expect([await violationsOf(page), faults]).toEqual([[], []])
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: "Continue as grace" }).click()
    await expect.poll(() => page.textContent("#status").catch(() => "")).toBe("signed-in OAUTH")
    await context.close()
  })

  it("signs no visitor in by the answer of another browser, and explains it once (login CSRF)", async () => {
    const attacker = await opened()
    await provideAt(attacker.context, GOOGLE, "eve")
    await attacker.open()
    await press(attacker.page, "accounts.google.com")
    const link = await attacker.page.getByRole("link", { name: "Continue as eve" }).getAttribute("href")
    const { context, open, page } = await opened()
    await provideAt(context, GOOGLE, "eve")
    await open()
    await page.goto(link ?? "")
    const sentence = "This sign-in has expired, or began in another browser. Sign in again."
    await expect.poll(() => alerts(page)).toEqual([sentence, ""])
    expect(page.url()).toBe(served.url)
    await Promise.all([context.close(), attacker.context.close()])
  })

  it("names the provider that failed, beside its own button", async () => {
    const { context, open, page } = await opened()
    await context.route("https://id.example/**", (route) => route.abort())
    await open()
    await press(page, "id.example")
    await expect
      .poll(() => alerts(page))
      .toEqual(["", expect.stringMatching(/^The sign-in with id\.example failed\./u)])
    await context.unroute("https://id.example/**")
    // Its answer names another issuer (RFC 9207).
    await provideAt(context, "https://id.example", "ada", { iss: GOOGLE })
    await press(page, "id.example")
    await page.getByRole("link", { name: "Continue as ada" }).click()
    await expect
      .poll(() => alerts(page))
      .toEqual(["", expect.stringMatching(/^The sign-in with id\.example failed\./u)])
    await context.close()
  })

  it("shows the refusal of the service, and can be pressed again after the visitor has come back", async () => {
    const { context, open, page } = await opened()
    await provideAt(context, "https://id.example", "ada")
    await open()
    await press(page, "id.example")
    await page.getByRole("link", { name: "Continue as ada" }).waitFor()
    await page.goBack()
    await press(page, "id.example")
    await page.getByRole("link", { name: "Continue as ada" }).click()
    await expect.poll(() => alerts(page)).toEqual(["", expect.stringMatching(/OIDC token refused/u)])
    expect(await violationsOf(page)).toEqual([])
    await context.close()
  })
})

it("the component of docs/guides/sign-in-with-oidc.md signs a visitor in", async () => {
  const guided = await servePage(program)
  const context = await chromium().newContext()
  const page = await context.newPage()
  await provideAt(context, GOOGLE, "reader")
  await page.goto(guided.url)
  await page.getByRole("button", { name: "Continue with Acme ID" }).click()
  await page.getByRole("link", { name: "Continue as reader" }).click()
  await expect.poll(() => page.title()).toBe("OAUTH")
  await context.close()
  await guided.close()
})
