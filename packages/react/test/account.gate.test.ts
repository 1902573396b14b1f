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
  served = await servePage(await readFile(new URL("accountPage.tsx", import.meta.url), "utf8"))
})
afterAll(() => served?.close())

const part = (page: Page, component: string, name: string) =>
  page.locator(`[data-part="${component}"] [data-part="${name}"]`)
const focusedPart = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("data-part"))
const says = (page: Page, component: string) => expect.poll(() => part(page, component, "act-status").textContent())

/** Moves the focus with Tab, forwards and then around, until it is on this part of a component. */
const tabTo = async (page: Page, component: string, name: string) => {
  const target = part(page, component, name).first()
  await target.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((each) => each === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not reach ${name} of ${component}`)
}
const press = async (page: Page, component: string, name: string) => {
  await tabTo(page, component, name)
  await page.keyboard.press("Enter")
}

/** A tab of an end user who has signed in by e-mail, by the keyboard. */
const signedIn = async (context: BrowserContext, path = "") => {
  const page = await context.newPage()
  const faults: string[] = []
  page.on("pageerror", ({ message }) => faults.push(message))
  page.on("console", (line) => {
    if (line.type() === "error" && !line.text().startsWith("Failed to load")) faults.push(line.text())
  })
  await addAuthenticator(page)
  await page.goto(`${served.url}${path}`)
  await press(page, "sign-in", "option")
  await page.locator("[data-part=code-field]").fill("000000")
  await page.keyboard.press("Enter")
  await expect.poll(() => page.textContent("#status")).toBe("signed-in")
  return { page, faults }
}

describe("an account page, in Chromium (GU13)", () => {
  it("lists sessions and ends them by the keyboard alone: another one, all others, and its own", async () => {
    const context = await chromium().newContext()
    const { faults, page } = await signedIn(context)
    await expect.poll(() => part(page, "sessions", "row-badge").allTextContents()).toEqual(["This browser"])
    expect(await part(page, "sessions", "row").textContent()).toMatch(/Expires in 1[45] minutes/u)
    expect(await violationsOf(page)).toEqual([])
    for (const nth of [1, 2]) {
      const other = await chromium().newContext()
      await other.addCookies(await context.cookies())
      await signedIn(other)
      await page.reload()
      await expect.poll(() => part(page, "sessions", "row").count()).toBe(nth + 1)
      await other.close()
    }
    await page
      .getByRole("button", { name: /^End Codes by e-mail ada\d+@example\.com$/u })
      .first()
      .focus()
    await page.keyboard.press("Enter")
    await says(page, "sessions").toBe("The session has ended.")
    expect(await part(page, "sessions", "row").count()).toBe(2)
    // The button is gone with its session.
    expect(await focusedPart(page)).toBe("act-status")
    await press(page, "sessions", "end-others")
    await says(page, "sessions").toBe("All other sessions have ended.")
    expect(await part(page, "sessions", "row").count()).toBe(1)
    await press(page, "sessions", "end")
    await expect.poll(() => page.textContent("#status")).toBe("signed-out")
    expect(await part(page, "sessions", "end").count()).toBe(0)
    expect([faults, await violationsOf(page)]).toEqual([[], []])
    await context.close()
  })

  it("adds a passkey, renames it, and removes it after a review of the signed terms, by the keyboard alone", async () => {
    const context = await chromium().newContext()
    const { faults, page } = await signedIn(context)
    // The list was read before this sign-in.
    await expect.poll(() => part(page, "credentials", "row").first().textContent()).toContain("Last sign-in")
    await press(page, "credentials", "passkey-submit")
    await expect.poll(() => part(page, "credentials", "row").count()).toBe(2)
    expect(await violationsOf(page)).toEqual([])
    await press(page, "credentials", "rename")
    await expect.poll(() => focusedPart(page)).toBe("rename-field")
    await page.keyboard.press("Escape")
    await expect.poll(() => focusedPart(page)).toBe("rename")
    await page.keyboard.press("Enter")
    await expect.poll(() => focusedPart(page)).toBe("rename-field")
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.type("Work phone")
    await page.keyboard.press("Enter")
    await says(page, "credentials").toBe("The passkey is now named “Work phone”.")
    expect(await part(page, "credentials", "remove").count()).toBe(1)
    await press(page, "credentials", "remove")
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Remove Passkey Work phone?")
    expect(await part(page, "credentials", "terms-list").textContent()).toContain("DELETE /auth/credentials/")
    expect(await violationsOf(page)).toEqual([])
    await press(page, "credentials", "decline")
    await expect.poll(() => focusedPart(page)).toBe("remove")
    expect(await part(page, "credentials", "row").count()).toBe(2)
    await page.keyboard.press("Enter")
    await press(page, "credentials", "approve")
    await says(page, "credentials").toBe("It has been removed, and its sessions have ended.")
    expect([await part(page, "credentials", "row").count(), await focusedPart(page)]).toEqual([1, "act-status"])
    expect(faults).toEqual([])
    await context.close()
  })

  it("shows recovery codes once, until the end user confirms that they are stored", async () => {
    const context = await chromium().newContext({ permissions: ["clipboard-read", "clipboard-write"] })
    const { faults, page } = await signedIn(context)
    await press(page, "recovery-codes", "create")
    await press(page, "recovery-codes", "approve")
    await expect.poll(() => focusedPart(page)).toBe("codes")
    const codes = await page.locator("[data-part=codes] > li").allTextContents()
    expect(codes).toHaveLength(10)
    expect(await violationsOf(page)).toEqual([])
    await press(page, "recovery-codes", "copy")
    await says(page, "recovery-codes").toBe("The codes are copied.")
    expect((await page.evaluate(() => navigator.clipboard.readText())).split("\n")).toEqual(codes)
    await press(page, "recovery-codes", "done")
    await says(page, "recovery-codes").toMatch(/^Store the codes first/u)
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Space")
    await press(page, "recovery-codes", "done")
    await expect.poll(() => focusedPart(page)).toBe("create")
    expect(await page.locator("body").innerText()).not.toContain(codes[0])
    await expect
      .poll(() => part(page, "history", "row-name").allTextContents())
      .toEqual(["Recovery codes made", expect.stringMatching(/^Signed in: Codes by e-mail/u)])
    expect(faults).toEqual([])
    await context.close()
  })

  it("exports the wallet after a review; the phrase is in the page only while it is revealed", async () => {
    const context = await chromium().newContext()
    const { faults, page } = await signedIn(context)
    await press(page, "wallet-export", "start")
    await press(page, "wallet-export", "approve")
    await expect.poll(() => focusedPart(page)).toBe("reveal")
    expect(await page.locator("[data-part=phrase]").count()).toBe(0)
    await page.keyboard.press("Enter")
    const phrase = (await page.locator("[data-part=phrase] > dd").textContent()) ?? ""
    expect(phrase).toMatch(/^(?:[a-z]+ ){11,23}[a-z]+$/u)
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press("Enter")
    expect(await page.content()).not.toContain(phrase)
    await page.keyboard.press("Enter")
    await page.locator("[data-part=phrase]").waitFor()
    // After its seconds it hides itself.
    await page.locator("[data-part=phrase]").waitFor({ state: "detached" })
    await press(page, "wallet-export", "reveal")
    await press(page, "sessions", "end")
    await expect.poll(() => page.textContent("#status")).toBe("signed-out")
    await expect.poll(() => page.content()).not.toContain(phrase)
    expect([faults, await part(page, "wallet-export", "reveal").count()]).toEqual([[], 0])
    await context.close()
  })

  it("is in German, dark and narrow without a flaw, and reads older entries of the history by the keyboard", async () => {
    const context = await chromium().newContext({
      colorScheme: "dark",
      locale: "de-DE",
      viewport: { width: 320, height: 700 }
    })
    const { faults, page } = await signedIn(context, "?de")
    await part(page, "sessions", "row")
      .getByText(/Läuft in 1[45] Minuten ab/u)
      .waitFor()
    await press(page, "credentials", "passkey-submit")
    await expect.poll(() => part(page, "credentials", "row").count()).toBe(2)
    expect(await part(page, "credentials", "row").first().textContent()).toContain("Noch nicht verwendet")
    await page.reload()
    await press(page, "history", "more")
    await expect.poll(() => part(page, "history", "row").count()).toBeGreaterThan(2)
    expect(await part(page, "history", "row-name").first().textContent()).toMatch(/^Anmeldemöglichkeit hinzugefügt/u)
    await press(page, "wallet-export", "start")
    await page.getByRole("heading", { name: "Wallet exportieren?" }).waitFor()
    // The terms have the target key of the export, of 130 characters, which breaks, and is copied whole.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    const copied = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector("[data-part=terms-list]") ?? document.body)
      return `${getSelection()}`
    })
    expect(copied).toMatch(/(?<!\S)04[0-9a-f]{128}(?!\S)/u)
    expect([faults, await violationsOf(page)]).toEqual([[], []])
    await context.close()
  })

  it("shows what went wrong, in the place of a list or beside the action, with a way to try again", async () => {
    const context = await chromium().newContext()
    const { page } = await signedIn(context)
    await context.route("**/auth/sessions?**", (route) => route.abort())
    await page.reload()
    await part(page, "sessions", "load-error").getByText("The server did not answer.").waitFor()
    expect(await violationsOf(page)).toEqual([])
    await context.unroute("**/auth/sessions?**")
    await press(page, "sessions", "reload")
    await expect.poll(() => part(page, "sessions", "row").count()).toBe(1)
    await context.route("**/recovery-codes", (route) => route.abort())
    await press(page, "recovery-codes", "create")
    await expect
      .poll(() => part(page, "recovery-codes", "act-error").textContent())
      .toMatch(/^The server did not answer\./u)
    expect(await focusedPart(page)).toBe("create")
    await context.close()
  })
})
