import { accountTypes } from "@countersign/account-types"
import { violationsOf } from "@countersign/harness/browser/axe"
import { browser } from "@countersign/harness/browser/chromium"
import { rounds } from "@countersign/harness/rounds"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { flawsOf } from "./flawsOf.ts"
import { startPage } from "./opened.ts"

const chromium = browser()
let started: Awaited<ReturnType<typeof startPage>>
beforeAll(async () => {
  started = await startPage(chromium())
})
afterAll(() => started?.close())

/** The account types of a look: all of them, or in `npm test` every fourth where another look has its color or width. */
const LOOKS = [
  { colorScheme: "light", viewport: { width: 1280, height: 900 }, step: 1, from: 0 },
  { colorScheme: "dark", viewport: { width: 1280, height: 900 }, step: rounds(1, 4), from: 1 },
  { colorScheme: "light", viewport: { width: 360, height: 740 }, step: rounds(1, 4), from: 2 },
  { colorScheme: "dark", viewport: { width: 360, height: 740 }, step: 1, from: 3 }
] as const

describe.each(LOOKS)("in $colorScheme at $viewport.width px", ({ from, step, ...look }) => {
  it("every account type has labels, unique ids, valid patterns, contrast, and no overflow", async () => {
    const { close, faults, page } = await started.open(look)
    expect([...(await flawsOf(page)), ...(await violationsOf(page))]).toEqual([])
    for (const [nth, accountType] of [...accountTypes.keys()].entries()) {
      if ((nth - from) % step !== 0) continue
      await page.selectOption("#kind", accountType)
      await page.click("#fill")
      // axe takes most of a second, so it checks each type in one look, or in `npm test` every third type.
      const violations = nth % 4 === from && nth % rounds(1, 3) === 0 ? await violationsOf(page) : []
      expect([accountType, await flawsOf(page), violations]).toEqual([accountType, [], []])
    }
    expect(faults).toEqual([])
    await close()
  })

  it("so do the error summary, an API error and the added account", async () => {
    const { added, close, notice, page } = await started.open(look)
    await page.selectOption("#kind", "GBP_ACCOUNT")
    await page.click("#send")
    expect((await notice()).lines.length).toBe(7)
    expect([...(await flawsOf(page)), ...(await violationsOf(page))]).toEqual([])
    await page.click("#fill")
    await page.click("#send")
    await added()
    expect([...(await flawsOf(page)), ...(await violationsOf(page))]).toEqual([])
    await close()
  })
})

describe("HTML validation attributes", () => {
  it("accept every sample, as the account check does", async () => {
    const { close, page } = await started.open()
    for (const accountType of accountTypes.keys()) {
      await page.selectOption("#kind", accountType)
      // The sample uses a bank of the list, so wait for the list.
      await page.waitForFunction(() => !document.body.textContent?.includes("Loading the list of banks"))
      for (let samples = 0; samples < 2; samples += 1) {
        await page.click("#fill")
        const refused = await page
          .locator("#form input:invalid, #form select:invalid")
          .evaluateAll((fields) => fields.map(({ id }) => id))
        expect([accountType, refused]).toEqual([accountType, []])
      }
    }
    await close()
  })
})

describe("the accessibility check itself", () => {
  it("finds a duplicate id, an invalid pattern and overflow, and axe finds low contrast and a field without label", async () => {
    const { close, page } = await started.open({ viewport: { width: 360, height: 740 } })
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        "beforeend",
        `<p id="main" class="pale">Pale</p><input id="mute" pattern="[a-&&]"><div class="wide">Wide</div>`
      )
      const set = (selector: string, name: string, value: string) =>
        document.querySelector<HTMLElement>(selector)?.style.setProperty(name, value)
      set(".pale", "color", "#bbb")
      set(".wide", "width", "500px")
    })
    expect(await flawsOf(page)).toEqual([
      "main is a duplicate id",
      "mute has an invalid pattern",
      expect.stringMatching(/^the page is [0-9]+ px wide in 360 px$/u)
    ])
    expect(await violationsOf(page)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^label:.*#mute/u),
        expect.stringMatching(/^color-contrast:.*pale/u)
      ])
    )
    await close()
  })
})
