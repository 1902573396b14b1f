import { readFile } from "node:fs/promises"
import { addAuthenticator } from "@countersign/harness/browser/authenticator"
import { violationsOf } from "@countersign/harness/browser/axe"
import { browser } from "@countersign/harness/browser/chromium"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { servePage } from "./page.ts"

const chromium = browser()
let served: Awaited<ReturnType<typeof servePage>>
beforeAll(async () => {
  served = await servePage(await readFile(new URL("app.tsx", import.meta.url), "utf8"))
})
afterAll(() => served?.close())

const opened = async (context: BrowserContext, given?: Page, path = "") => {
  const page = given ?? (await context.newPage())
  const faults: string[] = []
  page.on("pageerror", ({ message }) => faults.push(message))
  page.on("console", (line) => {
    // The browser also logs every status above 400 as an error.
    if (line.type() === "error" && !line.text().startsWith("Failed to load")) faults.push(line.text())
  })
  await page.goto(`${served.url}${path}`)
  return { page, faults }
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })
const shows = (page: Page, id: string) => expect.poll(() => page.textContent(`#${id}`))
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent || document.activeElement?.tagName)

/** Moves the focus with Tab alone, until it is on an element with this text, or on a field. */
const tabTo = async (page: Page, text: string) => {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await focused(page))?.startsWith(text)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not reach ${text}`)
}

const signedIn = async (context: BrowserContext, given?: Page) => {
  const tab = await opened(context, given)
  await button(tab.page, /^E-mail me a code/u).click()
  await tab.page.getByLabel("Code from the e-mail").fill("000 000")
  await tab.page.keyboard.press("Enter")
  await shows(tab.page, "status").toBe("signed-in EMAIL_OTP")
  return tab
}

/** The ids of the sessions whose keys the browser stores. */
const keysIn = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("countersign")
      request.onsuccess = () => resolve(request.result)
    })
    return new Promise<IDBValidKey[]>((resolve) => {
      const all = database.transaction("sessions").objectStore("sessions").getAllKeys()
      all.onsuccess = () => resolve(all.result)
    })
  })

describe("a page of hooks and components, in Chromium", () => {
  it("signs an end user in by the keyboard alone, through two wrong codes, without a violation of axe", async () => {
    const context = await chromium().newContext()
    const { faults, page } = await opened(context)
    await shows(page, "status").toBe("signed-out")
    await button(page, /^E-mail me a code/u).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await tabTo(page, "E-mail me a code")
    await page.keyboard.press("Enter")
    const field = page.getByLabel("Code from the e-mail")
    await field.waitFor()
    expect(await field.evaluate((each) => each === document.activeElement)).toBe(true)
    // GU7: the sandbox has codes of digits.
    expect(await field.getAttribute("inputmode")).toBe("numeric")
    await page.keyboard.press("Enter")
    expect(await page.getByRole("alert").textContent()).toBe("Enter the code from the e-mail.")
    for (const wrong of ["111111", "222222"]) {
      await page.keyboard.type(wrong)
      await page.keyboard.press("Enter")
      await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/^That code is wrong/u)
      // The refused code is selected, so that typing replaces it.
      await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
    }
    expect(await field.getAttribute("aria-invalid")).toBe("true")
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.type("000000")
    await page.keyboard.press("Enter")
    await shows(page, "status").toBe("signed-in EMAIL_OTP")
    await shows(page, "sign-ins").toBe("1")
    expect(await violationsOf(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })

  it("FU10: explains the failure after the third wrong code, with the focus on the way to a new one", async () => {
    const context = await chromium().newContext()
    const { page } = await opened(context)
    await button(page, /^E-mail me a code/u).click()
    for (const wrong of ["111111", "222222", "333333"]) {
      await page.getByLabel("Code from the e-mail").fill(wrong)
      await page.keyboard.press("Enter")
      await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/wrong|Invalid OTP code/u)
      await page.waitForFunction(
        () => document.querySelector('[data-part="code-submit"]')?.textContent !== "Checking the code…"
      )
    }
    await expect.poll(() => focused(page)).toBe("Send a new code")
    await shows(page, "sign-in").toBe("failed")
    expect(await violationsOf(page)).toEqual([])
    await button(page, "Use another way").click()
    await button(page, /^E-mail me a code/u).waitFor()
    await shows(page, "sign-in").toBe("idle")
    await shows(page, "credentials").toBe("EMAIL_OTP")
    await context.close()
  })

  it("restores the session after a reload, in every tab, and ends it in every tab", async () => {
    const context = await chromium().newContext()
    const { page } = await signedIn(context)
    await page.reload()
    await shows(page, "status").toBe("signed-in EMAIL_OTP")
    await shows(page, "sign-ins").toBe("0")
    const other = await opened(context)
    await shows(other.page, "status").toBe("signed-in EMAIL_OTP")
    const storedIn = (each: Page) => each.evaluate(() => Object.values(localStorage)[0])
    const before = await storedIn(page)
    await button(other.page, "Refresh").click()
    await expect.poll(() => storedIn(page)).not.toBe(before)
    expect(await storedIn(page)).toBe(await storedIn(other.page))
    const [current, kept] = [await storedIn(page), await keysIn(page)]
    await button(other.page, "Sign out").click()
    for (const each of [page, other.page]) await shows(each, "status").toBe("signed-out")
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    // The key is gone too, from the database that the client keeps it in.
    expect([kept, await keysIn(page)]).toEqual([
      expect.arrayContaining([current]),
      expect.not.arrayContaining([current])
    ])
    await context.close()
  })

  it("enrols a passkey, signs in by it, renames it and removes it", async () => {
    const context = await chromium().newContext()
    const { page } = await signedIn(context)
    await addAuthenticator(page)
    await button(page, "Add a passkey").click()
    await page.getByText("The passkey “Laptop” was added.").waitFor()
    await button(page, "Sign out").click()
    await button(page, /^Use a passkey/u).click()
    await shows(page, "status").toBe("signed-in PASSKEY")
    await button(page, "Add a passkey").click()
    await page.getByRole("alert").getByText("This device already has a passkey").waitFor()
    await button(page, "Rename Laptop").click()
    await button(page, "Remove Renamed").click()
    // The session that signs was opened by this passkey.
    await shows(page, "passkey-problem").toMatch(/\S/u)
    await button(page, "Sign out").click()
    await button(page, /^E-mail me a code/u).click()
    await page.getByLabel("Code from the e-mail").fill("000000")
    await page.keyboard.press("Enter")
    await button(page, "Remove Renamed").click()
    await button(page, "Remove Renamed").waitFor({ state: "detached" })
    await context.close()
  })

  it("GU4: signs a visitor up by the keyboard alone, who signs in with the passkey of the autofill and types nothing", async () => {
    const context = await chromium().newContext()
    const { page, faults } = await opened(context, undefined, "visit")
    await addAuthenticator(page)
    expect(await violationsOf(page)).toEqual([])
    await tabTo(page, "INPUT")
    await page.keyboard.type("visitor@example.com")
    await page.keyboard.press("Enter")
    await page.getByLabel("Code from the e-mail").waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.type("000000")
    await page.keyboard.press("Enter")
    await shows(page, "visitor").toBe("EMAIL_OTP")
    await button(page, "Add a passkey").click()
    await page.getByText("The passkey “Laptop” was added.").waitFor()
    await context.clearCookies()
    await page.reload()
    await shows(page, "visitor").toBe("PASSKEY")
    await shows(page, "status").toBe("signed-in PASSKEY")
    expect(faults).toEqual([])
    await context.close()
  })

  it("GU4 GU6: prompts for the passkey of a visitor by a button, and shows in German why none signs in", async () => {
    const context = await chromium().newContext({ colorScheme: "dark" })
    const page = await context.newPage()
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    const authenticator = await addAuthenticator(page)
    await opened(context, page, "visit?de")
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel("E-Mail-Adresse").fill("german@example.com")
    await page.keyboard.press("Enter")
    await page.getByLabel("Einmalcode aus der E-Mail").fill("000000")
    await page.keyboard.press("Enter")
    await shows(page, "visitor").toBe("EMAIL_OTP")
    await button(page, "Add a passkey").click()
    await page.getByText("The passkey “Laptop” was added.").waitFor()
    await page.reload()
    await button(page, "Passkey verwenden").click()
    await shows(page, "visitor").toBe("PASSKEY")
    // An authenticator without a passkey of the site refuses.
    await authenticator.remove()
    await addAuthenticator(page)
    await page.reload()
    await button(page, "Passkey verwenden").click()
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("Passkey")
    expect(await violationsOf(page)).toEqual([])
    await context.close()
  })

  it("pays by the keyboard alone: reads the terms, signs them, and lists the payment in the history", async () => {
    const context = await chromium().newContext()
    const { faults, page } = await signedIn(context)
    await tabTo(page, "Get a quote")
    await page.keyboard.press("Enter")
    await expect.poll(() => focused(page)).toMatch(/^Pay 25\.00 USDC to .+\?$/u)
    expect(await page.locator("[data-part=terms-list]").textContent()).toMatch(/To.+1234567890.+You pay25\.00 USDC/u)
    expect(await violationsOf(page)).toEqual([])
    await tabTo(page, "Sign and pay 25.00 USDC")
    await page.keyboard.press("Enter")
    await shows(page, "payment").toBe("done")
    await button(page, "Reload").click()
    await expect.poll(() => page.locator("#history").textContent()).toContain("PAYMENT_SIGNED")
    const before = await page.locator("#history > li").count()
    await button(page, "Older").click()
    await expect.poll(() => page.locator("#history > li").count()).toBeGreaterThan(before)
    expect(faults).toEqual([])
    await context.close()
  })

  it("GA23: shows the decoded terms of an endpoint of the host, isolated, and signs them by the keyboard alone", async () => {
    const context = await chromium().newContext()
    const { faults, page } = await signedIn(context)
    await tabTo(page, "Pay out to Ada")
    await page.keyboard.press("Enter")
    await expect.poll(() => focused(page)).toBe("Sign CreatePayout?")
    const rows = await page
      .locator("[data-part=terms-list] > div")
      .evaluateAll((each) =>
        each.map((row) => [...row.querySelectorAll("dt > bdi, dd > bdi")].map(({ textContent }) => textContent))
      )
    expect(rows).toEqual([
      ["Action", "POST /payouts"],
      ["amount", "500"],
      ["fee", "25"],
      ["payee", "Ada \\u{202e} Lovelace"],
      ["From", expect.stringMatching(/^InternalAccount:/u)],
      []
    ])
    expect(await violationsOf(page)).toEqual([])
    await shows(page, "payout-Ada").toBe("review")
    await tabTo(page, "Approve and sign")
    await page.keyboard.press("Enter")
    await shows(page, "payout-Ada").toContain('"fee":25')
    expect(faults).toEqual([])
    await context.close()
  })

  it("GA23: refuses other terms than it means before a review, and reviews an export in the same way", async () => {
    const context = await chromium().newContext()
    const { page } = await signedIn(context)
    await button(page, "Pay out to Bob").click()
    await shows(page, "payout-Bob").toMatch(/nothing was signed: .+ names another payee\.$/u)
    await button(page, "Export the wallet").click()
    await page.getByRole("heading", { name: "Sign ExportWallet?" }).waitFor()
    expect(await page.locator("[data-part=terms-list]").textContent()).toContain("targetPublicKey04")
    await button(page, "Approve and sign").click()
    await shows(page, "export").toBe("done")
    await context.close()
  })

  it("refreshes the session once while the page is in use, and reports how it ended (GU5)", async () => {
    const context = await chromium().newContext()
    const page = await context.newPage()
    await page.clock.install()
    const tab = await signedIn(context, page)
    await page.clock.fastForward(10 * 60_000)
    await shows(tab.page, "refreshes").toBe("0")
    await page.keyboard.press("Shift")
    await shows(tab.page, "refreshes").toBe("1")
    await shows(tab.page, "status").toBe("signed-in EMAIL_OTP")
    await button(tab.page, "Sign out").click()
    await shows(tab.page, "session-end").toBe("signed-out")
    await shows(tab.page, "refreshes").toBe("1")
    await context.close()
  })

  it("signs nothing after the terms have expired, and says so", async () => {
    const context = await chromium().newContext()
    const page = await context.newPage()
    await page.clock.install()
    const tab = await signedIn(context, page)
    await button(tab.page, "Get a quote").click()
    const approve = button(tab.page, "Sign and pay 25.00 USDC")
    await approve.waitFor()
    expect(await approve.getAttribute("aria-disabled")).toBe("false")
    await page.clock.fastForward(5 * 60_000)
    await tab.page.getByText("Expired. Get a new quote.").waitFor()
    expect(await approve.getAttribute("aria-disabled")).toBe("true")
    await approve.click({ force: true })
    await shows(tab.page, "payment").toBe("review")
    await context.close()
  })

  it("signs nothing that the end user declines", async () => {
    const context = await chromium().newContext()
    const { page } = await signedIn(context)
    await button(page, "Get a quote").click()
    await button(page, "Not now").click()
    await shows(page, "payment").toBe("idle")
    await context.close()
  })
})
