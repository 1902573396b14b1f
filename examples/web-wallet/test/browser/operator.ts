import type { BrowserContext } from "playwright-core"
import { expect } from "vitest"
import { keyboardOf } from "./keyboard.ts"
import { faultsOf, ready } from "./opened.ts"

/** A tab with the operator's page, and the actions of its operator. */
export const openOperator = async (context: BrowserContext, url: string) => {
  const page = await context.newPage()
  const faults = faultsOf(page)
  await page.goto(`${url}operator/`)
  await ready(page)
  const said = (words: string) => expect.poll(() => page.textContent("#outcome")).toContain(words)
  const rows = (list: string) => page.locator(`#${list} > li`)
  return {
    page,
    faults,
    said,
    rows,
    ...keyboardOf(page),
    signIn: async (name: string) => {
      await page.fill("#name", name)
      await page.click("#sign-in-send")
      await expect.poll(() => page.textContent("#actor")).toBe(name)
    },
    /** Searches, and opens the only match. */
    find: async (query: string) => {
      await page.fill("#query", query)
      await page.click("#find-send")
      await expect.poll(() => page.textContent("#count")).toMatch(/^[^:]+: 1$/u)
      await page.click("#customers a")
      await page.waitForFunction(() => document.activeElement?.id === "customer-title")
      await page.waitForSelector("#dossier[aria-busy=false]")
    },
    /** Presses a button, gives the reason, and waits for the outcome. */
    act: async (button: string, reason: string, outcome: string) => {
      await page.getByRole("button", { name: button, exact: true }).click()
      await page.fill("#reason", reason)
      await page.click("#confirm-send")
      await said(outcome)
      await page.waitForFunction(() => document.activeElement?.id === "outcome")
    }
  }
}
