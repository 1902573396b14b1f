import { addAuthenticator } from "@countersign/harness/browser/authenticator"
import { violationsOf } from "@countersign/harness/browser/axe"
import { browser } from "@countersign/harness/browser/chromium"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { flawsOf } from "./flawsOf.ts"
import { startPage } from "./opened.ts"
import { openOperator } from "./operator.ts"
import { lost, owner } from "./owner.ts"
import type { WalletTab } from "./wallet.ts"

const chromium = browser()
let started: Awaited<ReturnType<typeof startPage>>
beforeAll(async () => {
  started = await startPage(chromium())
})
afterAll(() => started?.close())

const moveClock = async (on: WalletTab, seconds: number) => {
  await on.go("clock")
  await on.page.click(`#move-${seconds}`)
  await on.said("The clock has moved forward")
  await on.go("home")
}
const DAY = 86_400

const pay = async (on: WalletTab) => {
  await on.go("pay")
  await on.page.click("#ask-send")
}

/** The wallet has one usable passkey, which signs in, and pays as soon as the hold has ended. */
const isBackIn = async (on: WalletTab) => {
  await on.said("The wallet has a new passkey.")
  await on.go("home")
  expect(await on.standing()).toBe("Signed out. Sign in")
  await expect
    .poll(() => on.page.locator("[data-part=option]").allTextContents())
    .toEqual(["Use a passkey Recovered device", "Use a passkey This device (suspended)"])
  await on.signInByPasskey()
  await on.go("credentials")
  expect(await on.credentials.filter({ hasText: "Suspended" }).count()).toBe(1)
  await pay(on)
  await on.said("The wallet is on hold for a recovery")
  expect(await on.page.textContent("#outcome")).toContain("Try again in 3 days.")
  await moveClock(on, 3 * DAY)
  await on.signInByPasskey()
  await pay(on)
  await on.page.waitForSelector("#agree")
  await on.page.click("[data-part=approve]")
  await on.said("25.00 USDC to Ada Lovelace was paid.")
  await expect.poll(() => on.balance()).toBe("75.00")
  expect(on.faults).toEqual([])
  await on.page.context().close()
}

const byMail = async (on: WalletTab) => {
  await on.page.getByRole("button", { name: "Mail me a code to complete the recovery" }).click()
  await on.enterCode("000000")
}

const makeCodes = async (on: WalletTab) => {
  await on.go("credentials")
  expect(await on.page.textContent("#codes-left")).toBe("You have no recovery codes.")
  await on.page.click("[data-part=create]")
  await on.page.click("[data-part=recovery-codes] [data-part=approve]")
  await on.said("These codes are shown once.")
  await expect.poll(() => on.page.textContent("#codes-left")).toBe("You have 10 unused recovery codes.")
  const codes = on.page.locator("[data-part=codes]")
  expect([await codes.evaluate((list) => list === document.activeElement), await flawsOf(on.page)]).toEqual([true, []])
  return codes.locator("li").allTextContents()
}

describe("an end user who has lost every credential is back in", () => {
  it("RC1: by a saved recovery code, after a wrong one", async () => {
    const before = await owner(started, makeCodes)
    const [code = ""] = before.prepared
    expect(before.prepared.length).toBe(10)
    expect(await before.page.isVisible("[data-part=codes]")).toBe(false)
    const on = await lost(started, before)
    // With only the keyboard, on a narrow screen.
    await on.page.setViewportSize({ width: 360, height: 740 })
    expect([...(await flawsOf(on.page)), ...(await violationsOf(on.page))]).toEqual([])
    await on.type("saved-code", "ABCDEFGHJKLMN")
    await on.press("by-code-send")
    await on.said("The code is wrong, or was used before.")
    await on.type("saved-code", code.toLowerCase())
    await on.press("by-code-send")
    await isBackIn(on)
  })

  it("RC6: by a guardian's passkey, after a day, with the code of an e-mail", async () => {
    const before = await owner(started, async (on) => {
      await on.go("credentials")
      await on.page.click("#add-guardian-send")
      await on.said("Grace is a guardian now")
      const [passkey] = await on.authenticator.passkeys()
      await on.authenticator.remove()
      await addAuthenticator(on.page)
      return passkey
    })
    const on = await lost(started, before)
    const guardian = before.prepared
    if (guardian === undefined) throw new Error("The guardian has a passkey")
    await on.authenticator.put(guardian)
    await on.page.click("#ask-guardian")
    await on.said("The recovery has started.")
    await on.authenticator.remove()
    await addAuthenticator(on.page)
    expect(await on.rows("recoveries").textContent()).toContain("Started by a guardian Waiting")
    expect(await on.rows("recoveries").getByRole("button").count()).toBe(0)
    await moveClock(on, DAY)
    await byMail(on)
    await isBackIn(on)
  })

  it("RC8: by an operator, after three days, with the code of an e-mail", async () => {
    const before = await owner(started, async (on) => (await on.page.textContent("#owner")) ?? "")
    const on = await lost(started, before)
    const support = await openOperator(await started.profile(), started.server.url)
    await support.signIn("Grace Hopper")
    await support.find(before.prepared)
    await support.act("Start a recovery", "Ticket 4711, passport seen", "The recovery has started.")
    expect(await support.rows("recoveries").textContent()).toContain("By operator Waiting")
    expect(await support.page.textContent("#wallet")).toContain("Held until")
    expect(await support.page.locator("#recovery-acts button").count()).toBe(0)
    await on.reload()
    await moveClock(on, 3 * DAY)
    await byMail(on)
    await isBackIn(on)
    await support.page.click("#reload")
    await expect.poll(() => support.rows("recoveries").textContent()).toContain("Completed")
    expect(support.faults).toEqual([])
    await support.page.context().close()
  })
})

describe("a recovery that the owner did not start", () => {
  it("RC7: is shown to the owner, who cancels it, and to operators, who cancel it", async () => {
    const on = await owner(started, async (tab) => (await tab.page.textContent("#owner")) ?? "")
    const support = await openOperator(await started.profile(), started.server.url)
    await support.signIn("Grace Hopper")
    await support.find(on.prepared)
    await support.act("Start a recovery", "Ticket 4711", "The recovery has started.")
    await on.reload()
    await on.go("home")
    expect([...(await flawsOf(on.page)), ...(await violationsOf(on.page))]).toEqual([])
    await on.page.getByRole("button", { name: "Cancel the recovery" }).click()
    await on.said("The recovery has been cancelled.")
    expect(await on.page.isVisible("#open-recoveries")).toBe(false)
    await support.page.click("#reload")
    await expect.poll(() => support.rows("recoveries").textContent()).toContain("Cancelled")
    await support.act("Start a recovery", "Ticket 4711", "The recovery has started.")
    await support.act("Cancel the recovery by OPERATOR", "The owner called", "The recovery is cancelled.")
    expect(await support.rows("recoveries").filter({ hasText: "Cancelled" }).count()).toBe(2)
    await pay(on)
    await on.page.waitForSelector("#agree")
    expect([...on.faults, ...support.faults]).toEqual([])
    await support.page.context().close()
    await on.page.context().close()
  })
})
