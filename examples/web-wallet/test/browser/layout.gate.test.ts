import { browser } from "@countersign/harness/browser/chromium"
import type { BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
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

/** From a small phone to a large screen, in px. */
const WIDTHS = [320, 360, 390, 480, 768, 1024, 1280, 1920]
/** The font of the system, and one of the page that is as wide as the widest fonts of systems. */
const FONTS = [
  ["system", ""],
  ["wide", '* { font-family: "Plex Mono" !important; letter-spacing: 0.06em !important }']
] as const
/** WCAG 1.4.4: text at 200 %. */
const SIZES = ["100%", "200%"]

/** Returns each width, font and size at which an entry of the navigation breaks, or something overflows. */
const brokenLooks = async (page: Page): Promise<ReadonlyArray<string>> => {
  const flaws: string[] = []
  for (const [font, rule] of FONTS)
    for (const size of SIZES) {
      const style = await page.addStyleTag({
        content: `:root { font-size: ${size} } ${rule}`
      })
      await page.evaluate(() => document.fonts.load('600 1rem "Plex Mono"'))
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        for (const flaw of await page.evaluate(brokenIn)) flaws.push(`${width} px, ${font}, ${size}: ${flaw}`)
      }
      await style.evaluate((element) => element.parentNode?.removeChild(element))
    }
  return flaws
}

// Runs in the page, so it may not refer to anything outside its body.
const brokenIn = () => {
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && element.closest(".spoken, .skip") === null
  const nameOf = (element: Element) => element.id || element.textContent?.trim().slice(0, 30) || element.tagName
  const broken = [...document.querySelectorAll("nav[aria-label=Wallet] a")].filter(isShown).flatMap((entry) => {
    const range = document.createRange()
    range.selectNodeContents(entry)
    const shown = [...range.getClientRects()].filter(({ width }) => width > 1)
    const tops = new Set(shown.map(({ top }) => Math.round(top)))
    const side = entry.closest("header")?.getBoundingClientRect().right ?? 0
    if (range.getBoundingClientRect().right > side) return [`${nameOf(entry)} ends outside of its column`]
    return tops.size > 1 ? [`${nameOf(entry)} breaks into ${tops.size} lines`] : []
  })
  const { clientWidth, scrollWidth } = document.documentElement
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll|hidden|clip/u.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const wide = [...document.querySelectorAll("body *")]
    .filter((each) => isShown(each) && !scrolls(each))
    .filter((each) => each.getBoundingClientRect().right > clientWidth + 1)
    .map((each) => `${nameOf(each)} ends outside of the page`)
  const parts = [...document.querySelectorAll("header > *")].filter(isShown).map((part) => part.getBoundingClientRect())
  const covered = parts.flatMap(({ top }, nth) =>
    top + 1 < (parts[nth - 1]?.bottom ?? 0) ? [`part ${nth} of the header covers the next`] : []
  )
  return [
    ...broken,
    ...covered,
    ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
    ...wide.slice(-2)
  ]
}

/** The width of the longest entry of the navigation in px. */
const widthOf = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange()
    range.selectNodeContents(document.getElementById("to-credentials") ?? document.body)
    return range.getBoundingClientRect().width
  })

const LOOKS: ReadonlyArray<readonly [string, BrowserContextOptions]> = [
  ["English, light", {}],
  ["German, dark", { locale: "de-DE", colorScheme: "dark" }]
]

it.each(LOOKS)(
  "GU15: in %s no navigation entry breaks and nothing overflows on any pane, at any width, font and text size",
  async (_, options) => {
    const on = await openWallet(await started.profile({ bypassCSP: true, ...options }), started.server.url)
    await on.way("EMAIL_OTP").click()
    await on.enterCode("000000")
    await on.page.waitForSelector("#sign-out")
    await on.go("credentials")
    await on.page.click("[data-part=passkey-submit]")
    await on.page.waitForSelector("[data-part=passkey-status]:not(:empty)")
    await on.addAccount("MXN_ACCOUNT")
    await on.fund("100")
    const flaws: string[] = []
    for (const pane of PANES) {
      await on.page.setViewportSize({ width: 1280, height: 800 })
      await on.go(pane)
      for (const flaw of await brokenLooks(on.page)) flaws.push(`${pane}, ${flaw}`)
    }
    expect([flaws, on.faults]).toEqual([[], []])
    await on.page.context().close()
  }
)

it.each(LOOKS)("GU15: nor on the operator's page in %s", async (_, options) => {
  const ada = await openWallet(await started.profile(), started.server.url)
  await ada.signInByEmail()
  const on = await openOperator(await started.profile({ bypassCSP: true, ...options }), started.server.url)
  const signedOut = await brokenLooks(on.page)
  await on.page.setViewportSize({ width: 1280, height: 800 })
  await on.signIn("Grace Hopper")
  await on.find((await ada.page.textContent("#owner")) ?? "")
  expect([signedOut, await brokenLooks(on.page), on.faults]).toEqual([[], [], []])
  for (const { page } of [ada, on]) await page.context().close()
})

it("GU15: the wide font is wider than that of the system", async () => {
  const { close, page } = await started.open({ bypassCSP: true }, "home")
  const before = await widthOf(page)
  await page.addStyleTag({ content: FONTS[1][1] })
  await page.evaluate(() => document.fonts.load('600 1rem "Plex Mono"'))
  expect((await widthOf(page)) / before).toBeGreaterThan(1.15)
  await close()
})
