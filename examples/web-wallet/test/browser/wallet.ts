import { addAuthenticator } from "@countersign/harness/browser/authenticator"
import type { BrowserContext } from "playwright-core"
import { expect } from "vitest"
import { keyboardOf } from "./keyboard.ts"
import { faultsOf, ready, signedUp } from "./opened.ts"

const RESULTS =
  "#outcome, [data-part=act-status], [data-part=act-error], [data-part=error], [data-part=passkey-status], [data-part=passkey-error]"

/** A tab with the wallet of the profile, or of a new user, and the actions of its end user. A visitor has none of them. */
export const openWallet = async (context: BrowserContext, url: string, as: "user" | "visitor" = "user") => {
  if (as === "user") await signedUp(context, url)
  const page = await context.newPage()
  const faults = faultsOf(page)
  const authenticator = await addAuthenticator(page)
  await page.goto(url)
  await ready(page)

  /** Waits until the page shows this result, at the top or beside the action. */
  const said = (words: string) =>
    expect.poll(async () => (await page.locator(RESULTS).allTextContents()).join("\n")).toContain(words)
  const rows = (list: string) => page.locator(`#${list} > li`)
  /** A way to sign in, as its pane lists it. */
  const credentials = page.locator("[data-part=credentials] [data-part=row]")
  const go = async (pane: string) => {
    if ((await page.getAttribute(`#to-${pane}`, "aria-current")) === "page") return
    await page.click(`#to-${pane}`)
    await page.waitForFunction((id) => document.activeElement?.id === id, `${pane}-title`)
  }
  /** Picks an identity in the pop-up that a click opens. */
  const atProvider = async (click: () => Promise<unknown>, answer: string) => {
    const [popup] = await Promise.all([context.waitForEvent("page"), click()])
    await popup.click(`button[value="${answer}"]`)
  }
  const way = (type: string) => page.locator(`[data-part=option][data-type=${type}][aria-disabled=false]`)
  const enterCode = async (code: string) => {
    await page.fill("[data-part=code-field]", code)
    await page.click("[data-part=code-submit]")
  }

  return {
    page,
    faults,
    authenticator,
    said,
    rows,
    credentials,
    /** Removes the credential whose row begins with these words, after the review of the signed terms. */
    remove: async (name: string) => {
      await page.getByRole("button", { name: `Remove ${name}` }).click()
      await page.click("[data-part=credentials] [data-part=approve]")
      await said("It has been removed, and its sessions have ended.")
    },
    go,
    atProvider,
    way,
    enterCode,
    /** Leaves the sign-in that failed. */
    another: () => page.click("[data-part=another]"),
    /** Repeats the sign-in that failed. */
    retry: () => page.locator("[data-part=retry]"),
    ...keyboardOf(page),
    reload: async () => {
      await page.reload()
      await ready(page)
    },
    standing: () => page.textContent("#standing"),
    balance: () => page.textContent("#balance"),
    /** Signs a visitor up by a new address. */
    signUp: async () => {
      await page.fill("[data-part=email-field]", `${crypto.randomUUID()}@example.com`)
      await page.click("[data-part=email-submit]")
      await enterCode("000000")
      await said("You are signed in.")
    },
    signInByEmail: async () => {
      await go("home")
      await way("EMAIL_OTP").click()
      await enterCode("000000")
      await said("You are signed in.")
    },
    signInByPasskey: async () => {
      await go("home")
      await way("PASSKEY").click()
      await said("You are signed in.")
    },
    addPasskey: async () => {
      await go("credentials")
      await page.click("[data-part=passkey-submit]")
      await said("You can sign in with it.")
    },
    /** Adds an external account with the sample data of the form. */
    addAccount: async (accountType: string) => {
      await go("accounts")
      await page.selectOption("#kind", accountType)
      await page.click("#fill")
      await page.click("#send")
      await page.waitForFunction(() => document.activeElement?.id === "added")
    },
    fund: async (amount: string) => {
      await go("pay")
      await page.fill("#fund-amount", amount)
      await page.click("#fund-send")
      // In any language.
      await page.waitForSelector("#outcome:not(:empty):not(.wrong)")
    },
    /** Requests a quote, and waits for the review of its terms. `payee` begins the words of its option. */
    review: async (payee: string) => {
      await go("pay")
      const option = page.locator("#payee option").filter({ hasText: payee }).first()
      await page.selectOption("#payee", await option.getAttribute("value"))
      await page.click("#ask-send")
      await page.waitForSelector("#agree")
    },
    /** The newest operation of this kind in the inspector, expanded. */
    inspected: async (call: string) => {
      const item = page.locator("#operations > li").filter({ has: page.locator("summary", { hasText: call }) })
      await item.first().locator("summary").click()
      return item.first()
    }
  }
}

export type WalletTab = Awaited<ReturnType<typeof openWallet>>
