import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { buildPage } from "../buildPage.ts"
import { served } from "../served.ts"
import { keyboardOf } from "./keyboard.ts"

/** The page, built and served, to be opened in this browser. */
export const startPage = async (chromium: Browser) => {
  const page = await buildPage()
  const server = await served(page.folder)
  return {
    server,
    /** A browser profile of its own: its cookies, its keys and its customer. */
    profile: (options: BrowserContextOptions = {}) =>
      chromium.newContext({ viewport: { width: 1280, height: 960 }, ...options }),
    /** A browser profile of its own, at a pane. */
    open: (options: BrowserContextOptions = {}, pane = "accounts") =>
      opened(chromium, `${server.url}#${pane}`, options),
    close: async () => {
      await server.close()
      await page.remove()
    }
  }
}

const opened = async (browser: Browser, url: string, options: BrowserContextOptions) => {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const faults = faultsOf(page)
  await page.goto(url)
  await ready(page)
  return { ...keyboardOf(page), ...sightOf(page), page, faults, close: () => context.close() }
}

/** What went wrong in a page and was told nobody: errors, and what the content security policy held back. */
export const faultsOf = (page: Page): ReadonlyArray<string> => {
  const faults: string[] = []
  page.on("pageerror", (error) => faults.push(error.message))
  page.on("console", (message) => {
    // A status over 400 is told as an error too, and is none of the page.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) faults.push(message.text())
  })
  return faults
}

/** Once the page has read what it shows. */
export const ready = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.ready === "true")

const sightOf = (page: Page) => ({
  /** The words beside a field, as a screen reader is told of them: only if the field is marked and points at them. */
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
  /** The lines of the summary, once it has the focus. */
  notice: async () => {
    await page.waitForFunction(() => document.activeElement?.id === "notice")
    return { title: await page.textContent("#notice-title"), lines: await page.locator("#notice li").allTextContents() }
  },
  /** What became of the account, once it has the focus. */
  added: async () => {
    await page.waitForFunction(() => document.activeElement?.id === "added")
    return { id: await page.textContent("#added-id"), status: await page.textContent("#added-status") }
  }
})
