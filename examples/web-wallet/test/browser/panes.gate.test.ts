import { violationsOf } from "@countersign/harness/browser/axe"
import { browser } from "@countersign/harness/browser/chromium"
import { rounds } from "@countersign/harness/rounds"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { PANES } from "../../src/page/State.ts"
import { flawsOf } from "./flawsOf.ts"
import { startPage } from "./opened.ts"
import { picture } from "./picture.ts"
import { openWallet, type WalletTab } from "./wallet.ts"

const chromium = browser()
let started: Awaited<ReturnType<typeof startPage>>
let on: WalletTab
beforeAll(async () => {
  started = await startPage(chromium())
})
afterAll(() => started?.close())

/** In `npm test`, the looks of the pictures, which have each color and each width once. */
const LOOKS = [
  { colorScheme: "light", width: 1280, height: 800, pictures: "" },
  { colorScheme: "dark", width: 1280, height: 800, pictures: undefined },
  { colorScheme: "light", width: 360, height: 740, pictures: undefined },
  { colorScheme: "dark", width: 360, height: 740, pictures: "-narrow" }
] as const

type Look = (typeof LOOKS)[number]

describe.each(rounds<ReadonlyArray<Look>>(LOOKS, [LOOKS[0], LOOKS[3]]))(
  "in $colorScheme at $width px",
  ({ colorScheme, height, pictures, width }) => {
    beforeEach(async () => {
      on = await openWallet(await started.profile({ colorScheme, viewport: { width, height } }), started.server.url)
    })
    afterEach(async () => {
      expect(on.faults).toEqual([])
      await on.page.context().close()
    })

    /** Neither axe nor our own check finds a flaw in what the page shows. */
    const isClean = async (state: string) =>
      expect([state, await violationsOf(on.page), await flawsOf(on.page)]).toEqual([state, [], []])

    it("FU10: axe finds nothing on any pane of a wallet with a payment, and a second one in review", async () => {
      await on.signInByEmail()
      await on.addPasskey()
      await on.addAccount("MXN_ACCOUNT")
      await on.addAccount("BRL_ACCOUNT")
      await isClean("account added")
      await on.fund("100")
      await on.review("Ada Lovelace, MXN")
      await on.page.click("[data-part=approve]")
      await on.said("25.00 USDC to Ada Lovelace was paid.")
      await isClean("paid")
      await on.review("Ada Lovelace, MXN")
      if (width > 1000) await on.inspected("/quotes")
      for (const pane of PANES) {
        await on.go(pane)
        if (pane === "credentials" && width > 1000) await on.inspected("/auth/credentials")
        if (pane === "history") await on.page.getByText("Payment signed: 25.00 USDC to Ada Lovelace").waitFor()
        await isClean(pane)
        // On a phone, from the title of the pane on.
        const top = pane === "pay" ? "agree" : width > 1000 || pane === "home" ? "root" : "main"
        await on.page.evaluate((id) => document.getElementById(id)?.scrollIntoView(), top)
        if (pictures !== undefined) await picture(on.page, `wallet-${pane}${pictures}`)
      }
      if (width > 1000) return
      await on.page.click("#inspector-toggle")
      await on.inspected("/quotes")
      await isClean("inspector")
    })

    it("nor in a new wallet, with a code prompt, after three wrong codes, and with an error summary", async () => {
      await isClean("signed out")
      await on.way("EMAIL_OTP").click()
      await on.page.waitForSelector("[data-part=code-field]")
      await isClean("code prompt")
      await on.enterCode("111111")
      await on.page.getByText("That code is wrong.").waitFor()
      await isClean("wrong code")
      await on.go("pay")
      await isClean("under way")
      await on.go("home")
      for (const code of ["222222", "333333"]) {
        await on.enterCode(code)
        await on.page.waitForSelector("[data-part=code-submit][aria-disabled=false], [data-part=retry]")
      }
      await on.page.waitForSelector("[data-part=retry]")
      await isClean("three wrong codes")
      await on.page.click("#lost-toggle")
      await isClean("ways back")
      await on.go("accounts")
      await on.page.selectOption("#kind", "GBP_ACCOUNT")
      await on.page.click("#send")
      await on.page.waitForSelector("#notice")
      await isClean("error summary")
    })
  }
)

describe("FU10: on a phone of 360 by 740 px", () => {
  it("the review begins at the top of the screen, with the button that signs in view below the terms", async () => {
    on = await openWallet(await started.profile({ viewport: { width: 360, height: 740 } }), started.server.url)
    await on.signInByEmail()
    await on.addAccount("MXN_ACCOUNT")
    await on.fund("100")
    await on.review("Ada Lovelace, MXN")
    const boxOf = async (selector: string) => {
      const box = await on.page.locator(selector).boundingBox()
      if (box === null) throw new Error(`${selector} is not shown`)
      return { top: box.y, bottom: box.y + box.height }
    }
    await expect.poll(async () => (await boxOf("#agree")).top).toBeLessThan(16)
    const [review, expiry, approve, inspector] = [
      await boxOf("#agree"),
      await boxOf("[data-part=terms-expiry]"),
      await boxOf("[data-part=approve]"),
      await boxOf("#inspector")
    ]
    expect(review.top).toBeGreaterThanOrEqual(0)
    expect(approve.top).toBeGreaterThanOrEqual(expiry.bottom)
    expect(approve.bottom).toBeLessThanOrEqual(inspector.top)
    await on.press("approve")
    await on.said("25.00 USDC to Ada Lovelace was paid.")
    await on.page.context().close()
  })
})
