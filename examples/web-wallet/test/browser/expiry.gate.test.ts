import { browser } from "@countersign/harness/browser/chromium"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { startPage } from "./opened.ts"
import { openWallet, type WalletTab } from "./wallet.ts"

const chromium = browser()
let started: Awaited<ReturnType<typeof startPage>>
let on: WalletTab
beforeAll(async () => {
  started = await startPage(chromium())
})
afterAll(() => started?.close())
beforeEach(async () => {
  on = await openWallet(await started.profile(), started.server.url, "visitor")
  await on.signUp()
})
afterEach(async () => {
  expect(on.faults).toEqual([])
  await on.page.context().close()
})

const listed = async () => {
  const { accountId } = await on.page.evaluate(async () => (await fetch("wallet/me")).json())
  return started.server.platform.sessions.list(accountId)
}

/** Input on three panes that nothing has been done with yet. */
const INPUT = { "#pay-amount": "33.10", "#guardian-name": "Hopper", "[id='accountInfo.clabeNumber']": "0321" }

const type = async () => {
  await on.addAccount("MXN_ACCOUNT")
  for (const [pane, selector, value] of [
    ["pay", "#pay-amount", INPUT["#pay-amount"]],
    ["credentials", "#guardian-name", INPUT["#guardian-name"]],
    ["accounts", "[id='accountInfo.clabeNumber']", INPUT["[id='accountInfo.clabeNumber']"]]
  ] as const) {
    await on.go(pane)
    await on.page.fill(selector, value)
  }
}
const typed = async () => {
  const values = Object.keys(INPUT).map(async (selector) => [selector, await on.page.inputValue(selector)])
  return Object.fromEntries(await Promise.all(values))
}

it("GU5 GU15: a session in use is refreshed in its last third, and the user is led nowhere and loses no input", async () => {
  await type()
  const [first] = await listed()
  await on.go("clock")
  await on.page.click("#move-360")
  await expect.poll(on.standing).toBe("E-mail · 9 min left")
  expect((await listed()).map(({ id }) => id)).toEqual([first?.id])
  await on.page.click("#move-360")
  await expect.poll(on.standing).toBe("E-mail · 15 min left")
  const next = (await listed()).map(({ id }) => id).filter((id) => id !== first?.id)
  expect([next.length, await typed()]).toEqual([1, INPUT])
  // Past the expiry of the first session, the key of the next one signs.
  await on.page.click("#move-360")
  await expect.poll(on.standing).toBe("E-mail · 9 min left")
  expect((await listed()).map(({ id }) => id)).toEqual(next)
  await on.go("credentials")
  await on.page.click("#add-guardian-send")
  await on.said("Hopper is a guardian now")
})

it("GU5 GU15: a session that expired unnoticed leads back to the sign-in at the next signature, with all input in place", async () => {
  await type()
  await started.server.advance("15 minutes")
  await on.go("credentials")
  await on.page.click("#add-guardian-send")
  await on.said("Your session has ended. Sign in again.")
  expect([await on.standing(), await typed()]).toEqual(["Signed out. Sign in", INPUT])
  await on.page.click("#standing")
  await on.page.waitForFunction(() => document.activeElement?.id === "home-title")
  await on.way("EMAIL_OTP").click()
  await on.enterCode("000000")
  await on.said("You are signed in.")
  expect(await typed()).toEqual(INPUT)
  await on.go("credentials")
  await on.page.click("#add-guardian-send")
  await on.said("Hopper is a guardian now")
})

it("GU5 GU15: a session that expires before the eyes of the user is announced on the pane they are on", async () => {
  await type()
  await on.go("clock")
  await on.page.click("#move-900")
  await on.said("Your session has ended. Sign in again.")
  expect([await on.standing(), await typed()]).toEqual(["Signed out. Sign in", INPUT])
  await on.signInByEmail()
  expect(await typed()).toEqual(INPUT)
})
