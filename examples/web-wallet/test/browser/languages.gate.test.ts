import { readFile } from "node:fs/promises"
import { browser } from "@countersign/harness/browser/chromium"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PANES } from "../../src/page/State.ts"
import { startPage } from "./opened.ts"
import { openOperator } from "./operator.ts"
import { openWallet } from "./wallet.ts"

const chromium = browser()
let started: Awaited<ReturnType<typeof startPage>>
beforeAll(async () => {
  started = await startPage(chromium())
})
afterAll(() => started?.close())

/** The words of a language, by the English ones. */
const words = async (tag: string): Promise<Record<"fields" | "messages", Record<string, string>>> =>
  JSON.parse(await readFile(new URL(`../../src/words/${tag}.json`, import.meta.url), "utf8"))

/** Adds the visible texts of a page that have words. Marked English, code and keys are the same in every language. */
const collect = async (page: Page, into: Set<string>) => {
  const texts = await page.evaluate(() => {
    const found = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent === null || parent.closest("span[lang=en], .hint[lang=en], pre, .mono, .path, option, script"))
        continue
      if (parent.getClientRects().length > 0) found.push(node.nodeValue ?? "")
    }
    for (const option of document.querySelectorAll("option:not([value=''])"))
      if (!/^[A-Z]{2}$/u.test(option.getAttribute("value") ?? "")) found.push(option.textContent ?? "")
    for (const each of document.querySelectorAll("[aria-label]")) found.push(each.getAttribute("aria-label") ?? "")
    return found
  })
  for (const text of texts) if (/\p{L}{2}/u.test(text)) into.add(text.replace(/\s+/gu, " ").trim())
}

/** Uses every pane of the wallet page, from the sign-in of a visitor on. Returns the texts that it showed. */
const wallet = async (locale: string): Promise<ReadonlySet<string>> => {
  const context = await started.profile({ locale })
  const on = await openWallet(context, started.server.url, "visitor")
  const texts = new Set<string>()
  const look = () => collect(on.page, texts)
  await look()
  await on.page.fill("[data-part=email-field]", `${crypto.randomUUID()}@example.com`)
  await on.page.click("[data-part=email-submit]")
  await on.page.waitForSelector("[data-part=code-field]")
  await look()
  await on.enterCode("000000")
  await on.page.waitForSelector("#sign-out")
  await look()
  await on.go("accounts")
  await on.page.selectOption("#kind", "GBP_ACCOUNT")
  await on.page.click("#send")
  await on.page.waitForSelector("#notice")
  await look()
  await on.addAccount("MXN_ACCOUNT")
  await look()
  await on.go("pay")
  await on.page.fill("#pay-amount", "nothing")
  await on.page.click("#ask-send")
  await on.page.waitForSelector("#pay-amount-issue")
  await look()
  await on.page.click("#fund-send")
  await on.page.waitForSelector("#outcome:not(:empty)")
  await look()
  await on.page.fill("#pay-amount", "25")
  await on.page.click("#ask-send")
  await on.page.waitForSelector("#agree")
  await look()
  await on.go("home")
  await on.page.waitForSelector("#underway > li")
  await look()
  await on.go("pay")
  await on.page.click("[data-part=approve]")
  await on.page.waitForSelector("#outcome:not(:empty)")
  await on.page.waitForSelector("#agree", { state: "detached" })
  await on.go("credentials")
  await on.page.click("#add-guardian-send")
  await on.page.waitForSelector("#guardians > li")
  await on.page.click("[data-part=passkey-submit]")
  await on.page.waitForSelector("[data-part=passkey-status]:not(:empty)")
  await on.inspected("/execute")
  for (const pane of PANES) {
    await on.go(pane)
    if (pane === "history") await on.page.waitForSelector("[data-part=history] [data-part=row]")
    if (pane === "sessions") await on.page.waitForSelector("[data-part=sessions] [data-part=row]")
    if (pane === "events") await on.page.waitForSelector("#events > li")
    await look()
  }
  await on.page.click("#move-360")
  await on.page.waitForSelector("#outcome:not(:empty)")
  await look()
  await on.go("home")
  await on.page.click("#sign-out")
  await on.page.click("#lost-toggle")
  await look()
  expect([await on.page.getAttribute("html", "lang"), on.faults]).toEqual([locale.slice(0, 2), []])
  await context.close()
  return texts
}

/** Uses the operator's page. Returns the texts that it showed. */
const operator = async (locale: string): Promise<ReadonlySet<string>> => {
  const ada = await openWallet(await started.profile(), started.server.url)
  await ada.signInByEmail()
  const context = await started.profile({ locale })
  const { faults, page } = await openOperator(context, started.server.url)
  const texts = new Set<string>()
  await collect(page, texts)
  await page.fill("#name", "Grace Hopper")
  await page.click("#sign-in-send")
  await page.waitForSelector("#customers > li")
  await page.fill("#query", (await ada.page.textContent("#owner")) ?? "")
  await page.click("#find-send")
  await page.waitForFunction(() => document.querySelectorAll("#customers > li").length === 1)
  await page.click("#customers a")
  await page.waitForSelector("#history > li")
  await collect(page, texts)
  for (const act of await page.locator(".dossier button[id]:not(#reload, #explain-send, #more-history)").all()) {
    await act.click()
    await page.waitForSelector("dialog[open]")
    await page.click("#confirm-send")
    await collect(page, texts)
    await page.click("#confirm-cancel")
  }
  await page.selectOption("#explain-operation", "PAY")
  await page.click("#explain-send")
  await page.waitForSelector("#decision:not(:empty)")
  await collect(page, texts)
  expect([await page.getAttribute("html", "lang"), faults]).toEqual([locale.slice(0, 2), []])
  await context.close()
  await ada.page.context().close()
  return texts
}

/** The texts that are the same in every language: names, codes of the API and data. */
const SHARED = new RegExp(
  `^(?:${[
    "Wallet · Countersign sandbox|Countersign|sandbox|OpenID|BTC · Lightning",
    "Ada Lovelace|Grace|Grace Hopper|.*@example[.]com",
    "[A-Z_.]{2,}|(?:POST|DELETE)(?: /[a-z/-]+)?",
    "[A-Z][A-Za-z]+:[0-9a-f-]{36}.*|(?:[0-9.,]+ )+[A-Z]{3,4}",
    ".*Mozilla.*|127[.]0[.]0[.]1|::1|::ffff:127[.]0[.]0[.]1"
  ].join("|")})$`,
  "u"
)

/** The texts that a reader of English finds too, and that are neither shared nor the same word. */
const left = async (tag: string, visit: typeof wallet) => {
  const { fields, messages } = await words(tag)
  const all = [...Object.entries(fields), ...Object.entries(messages)]
  const same = new Set(all.flatMap(([text, own]) => (text === own ? [text] : [])))
  const english = await (shown.get(visit) ?? visit("en"))
  shown.set(visit, english)
  return [...(await visit(tag))].filter((text) => english.has(text) && !same.has(text) && !SHARED.test(text))
}
const shown = new Map<typeof wallet, ReadonlySet<string>>()

describe.each(["de", "es", "fr"])("GU6 GU15: a reader of %s", (tag) => {
  it("finds no English text on the wallet page, from the sign-in to the last pane", async () => {
    expect(await left(tag, wallet)).toEqual([])
  })

  it("finds no English text on the operator's page", async () => {
    expect(await left(tag, operator)).toEqual([])
  })
})

it("GU6: a reader of another language reads English", async () => {
  const { close, faults, page } = await started.open({ locale: "pt-BR" }, "home")
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor()
  expect([await page.getAttribute("html", "lang"), faults]).toEqual(["en", []])
  await close()
})
