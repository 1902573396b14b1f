import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { browserOf } from "../browserOf.ts"
import { buildPage } from "../buildPage.ts"
import { served } from "../served.ts"
import { keyboardOf } from "./keyboard.ts"

/** Builds and serves the page, for use with this browser. */
export const startPage = async (chromium: Browser) => {
  const page = await buildPage()
  const server = await served(page.folder)
  return {
    server,
    /** A new browser profile, with its own cookies and keys. */
    profile: (options: BrowserContextOptions = {}) =>
      chromium.newContext({ viewport: { width: 1280, height: 960 }, ...options }),
    /** A page of a new user in a new browser profile, opened at a pane. */
    open: async (options: BrowserContextOptions = {}, pane = "accounts") =>
      opened(await signedUp(await chromium.newContext(options), server.url), `${server.url}#${pane}`),
    close: async () => {
      await server.close()
      await page.remove()
    }
  }
}

/** Gives a profile without cookies the page's own sign-in of a new user, who has no session of the wallet. */
export const signedUp = async (context: BrowserContext, url: string) => {
  if ((await context.cookies(url)).length > 0) return context
  const [name = "", value = ""] = (await browserOf(new URL(url).origin)).cookie.split("=")
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Strict" }])
  return context
}

const opened = async (context: BrowserContext, url: string) => {
  const page = await context.newPage()
  const faults = faultsOf(page)
  await page.goto(url)
  await ready(page)
  return { ...keyboardOf(page), ...sightOf(page), page, faults, close: () => context.close() }
}

/** Collects the uncaught errors of a page and the violations of its content security policy. */
export const faultsOf = (page: Page): ReadonlyArray<string> => {
  const faults: string[] = []
  page.on("pageerror", (error) => faults.push(error.message))
  page.on("console", (message) => {
    // The browser also logs every status above 400 as an error. That is not a fault of the page.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) faults.push(message.text())
  })
  return faults
}

/** Waits until the page has loaded its data. */
export const ready = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.ready === "true")

const sightOf = (page: Page) => ({
  /** The error text of a field for screen readers: only if the field is marked invalid and refers to the text. */
  issueAt: (path: string) =>
    page.evaluate((id) => {
      const field = document.getElementById(id) ?? document.getElementById(`${id}-0`)
      const marked = field?.getAttribute("aria-invalid") === "true" ? field : field?.closest("fieldset")
      const named = marked?.getAttribute("aria-describedby")?.split(" ").includes(`${id}-issue`) === true
      const issue = document.getElementById(`${id}-issue`)
      return named && issue !== null && !issue.hidden ? (issue.textContent ?? "") : ""
    }, path),
  hintAt: async (path: string) =>
    (await page.evaluate((id) => document.getElementById(`${id}-hint`)?.textContent, path)) ?? "",
  spoken: async () => (await page.textContent("#status")) ?? "",
  preview: async (): Promise<unknown> => JSON.parse((await page.textContent("#preview")) ?? ""),
  /** The lines of the summary, after it receives the focus. */
  notice: async () => {
    await page.waitForFunction(() => document.activeElement?.id === "notice")
    return { title: await page.textContent("#notice-title"), lines: await page.locator("#notice li").allTextContents() }
  },
  /** The lines of the success message, after it receives the focus. */
  added: async () => {
    await page.waitForFunction(() => document.activeElement?.id === "added")
    return { id: await page.textContent("#added-id"), status: await page.textContent("#added-status") }
  }
})
