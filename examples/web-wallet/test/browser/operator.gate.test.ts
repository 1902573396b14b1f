import { violationsOf } from "@countersign/harness/browser/axe"
import { browser } from "@countersign/harness/browser/chromium"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { flawsOf } from "./flawsOf.ts"
import { startPage } from "./opened.ts"
import { openOperator } from "./operator.ts"
import { picture } from "./picture.ts"
import { openWallet, type WalletTab } from "./wallet.ts"

const chromium = browser()
let started: Awaited<ReturnType<typeof startPage>>
let ada: WalletTab
let email: string
beforeAll(async () => {
  started = await startPage(chromium())
})
afterAll(() => started?.close())
beforeEach(async () => {
  ada = await openWallet(await started.profile(), started.server.url)
  email = (await ada.page.textContent("#owner")) ?? ""
})
afterEach(async () => {
  expect(ada.faults).toEqual([])
  await ada.page.context().close()
})

const operator = async (...options: Parameters<typeof started.profile>) =>
  openOperator(await started.profile(...options), started.server.url)

describe("an operator", () => {
  it("finds a customer by each of its names, and by nothing else", async () => {
    const on = await operator()
    await on.signIn("Grace Hopper")
    await on.find(email)
    const [customerId = "", own = ""] = (await on.page.locator("#customer dd").allTextContents()).slice(1)
    const [, accountId = ""] = await on.page.locator("#wallet dd").allTextContents()
    for (const query of [email.toUpperCase(), customerId, own, accountId]) {
      await on.page.fill("#query", query)
      await on.page.click("#find-send")
      await expect.poll(() => on.page.textContent("#count")).toBe("Matches: 1")
      expect(await on.page.getAttribute("#customers a", "href")).toBe(`#${customerId}`)
      expect(await on.page.getAttribute("#customers a", "aria-current")).toBe("true")
    }
    for (const query of ["nobody@example.com", "Customer:1", "InternalAccount:../tokens", customerId.slice(1), "<b>"]) {
      await on.page.fill("#query", query)
      await on.page.click("#find-send")
      await expect.poll(() => on.page.textContent("#count")).toContain("No customer matches.")
      expect(await on.page.isVisible("#results")).toBe(false)
    }
    await on.page.goto(`${started.server.url}operator/#Customer:1`)
    await on.said("The address of this page names no customer.")
    expect([on.faults, await on.page.isVisible("#dossier")]).toEqual([[], false])
    await on.page.context().close()
  })

  it("suspends a wallet, which signs its owner out and keeps them out until it is resumed", async () => {
    await ada.signInByEmail()
    const on = await operator()
    await on.signIn("Grace Hopper")
    await on.find(email)
    expect(await on.rows("sessions").count()).toBe(1)
    expect(await on.rows("sessions").textContent()).toMatch(/Last used .* UTC.*Chrome/u)
    await on.act("Suspend the wallet", "Ticket 4711: phone stolen", "The wallet is suspended")
    expect(await on.page.textContent("#wallet-status")).toBe("Suspended")
    expect([await on.rows("sessions").count(), await on.page.isVisible("#no-sessions")]).toEqual([0, true])

    await ada.go("sessions")
    await ada.page.click("#refresh")
    await ada.said("Your session has ended.")
    await ada.go("home")
    await ada.way("EMAIL_OTP").click()
    await ada.enterCode("000000")
    await ada.said("suspended")
    expect(await ada.standing()).toBe("Signed out. Sign in")

    await on.act("Resume the wallet", "Phone found", "The wallet is active again.")
    expect(await on.page.textContent("#wallet-status")).toBe("Active")
    await ada.another()
    await ada.signInByEmail()
    const history = (await on.rows("history").allTextContents()).join("\n")
    expect(history).toContain("Operator Grace Hopper: Ticket 4711: phone stolen")
    expect(history).toContain("Operator Grace Hopper: Phone found")
    await on.page.context().close()
  })

  it("suspends one credential, ends all sessions, and reads why an act was refused", async () => {
    await ada.signInByEmail()
    await ada.addPasskey()
    const on = await operator()
    await on.signIn("Grace Hopper")
    await on.find(email)
    await on.act("Suspend Passkey This device", "Ticket 4711", "Passkey This device is suspended.")
    expect(await on.rows("credentials").filter({ hasText: "Suspended" }).count()).toBe(1)
    expect(await on.rows("sessions").count()).toBe(1)
    await picture(on.page, "operator")
    await on.act("End all sessions", "Ticket 4711", "All sessions have ended.")
    await ada.go("sessions")
    await ada.page.click("#refresh")
    await ada.said("Your session has ended.")
    await ada.go("home")
    await expect
      .poll(() => ada.page.locator("[data-part=option]").allTextContents())
      .toEqual(["Use a passkey This device (suspended)", expect.stringContaining("E-mail me a code")])

    await on.page.getByRole("button", { name: `Lift the lock Codes by e-mail ${email}` }).click()
    await on.page.fill("#reason", "Ticket 4711")
    await on.page.click("#confirm-send")
    await expect.poll(() => on.page.textContent("#reason-issue")).toContain("not locked")
    expect(await on.focused()).toBe("reason")
    await on.page.click("#confirm-cancel")
    await on.act("Resume Passkey This device", "Ticket 4711", "Passkey This device is active again.")
    await ada.reload()
    await ada.signInByPasskey()
    await on.page.context().close()
  })

  it("filters the history, and reads it a page at a time", async () => {
    await ada.signInByEmail()
    await ada.fund("100")
    const on = await operator()
    await on.signIn("Grace Hopper")
    await on.find(email)
    for (let acts = 0; acts < 21; acts += 1) {
      const [button, outcome] = acts % 2 === 0 ? ["Suspend", "suspended"] : ["Resume", "active again"]
      await on.act(`${button} Codes by e-mail ${email}`, `Act ${acts}`, `${email} is ${outcome}.`)
    }
    expect(await on.rows("history").count()).toBe(20)
    await on.page.click("#more-history")
    await expect.poll(() => on.page.textContent("#history-count")).toBe("Entries: 26")
    expect(await on.page.isVisible("#more-history")).toBe(false)
    await on.page.selectOption("#history-type", "CREDENTIAL_RESUMED")
    await expect.poll(() => on.page.textContent("#history-count")).toBe("Entries: 10")
    expect(await on.rows("history").first().textContent()).toMatch(/Operator Grace Hopper: Act 19.*receipt/u)
    await on.page.selectOption("#history-type", "MONEY_RECEIVED")
    await expect.poll(() => on.page.textContent("#history-count")).toBe("Entries: 1")
    expect(await on.rows("history").textContent()).toContain("100.00 USDC")
    await on.page.fill("#history-since", "2999-01-01")
    await expect.poll(() => on.page.textContent("#history-count")).toBe("Nothing in this selection.")
    await on.page.context().close()
  })

  it("reads the access policy in words, and why a described call would be refused", async () => {
    const { settings } = started.server.platform
    const on = await operator()
    await on.signIn("Grace Hopper")
    await on.find(email)
    const decided = async (words: string) => {
      await on.page.click("#explain-send")
      await expect.poll(() => on.page.textContent("#decision")).toBe(words)
    }
    expect(await on.page.isVisible("#no-policy")).toBe(true)
    await decided("Permitted.")
    const { revision } = await settings.update({
      revision: (await settings.read()).revision,
      accessPolicy: {
        sessions: { credentialTypes: ["PASSKEY", "EMAIL_OTP"] },
        operations: [
          { operations: ["PAY"], credentialTypes: ["PASSKEY"], above: { currency: "USDC", amount: 50_000_000 } },
          { operations: ["EXPORT_WALLET", "ADD_CREDENTIAL"], maxSessionAgeSeconds: 300 }
        ],
        payments: { limits: [{ currency: "USDC", perDay: 200_000_000 }], destinationMinAgeSeconds: 86_400 }
      }
    })
    await on.page.click("#reload")
    await expect.poll(() => on.page.isVisible("#no-policy")).toBe(false)
    expect(await on.page.locator("#policy > *").allTextContents()).toEqual([
      ...["Open a session", "Passkey or Codes by e-mail"],
      ...["Pay above 50.00 USDC", "Passkey"],
      ...["Export wallet, Add credential", "signed in less than 5 minutes ago"],
      ...["Payments in USDC", "200.00 USDC a day"],
      ...["Account to pay", "unchanged for 1 day"]
    ])
    await on.page.selectOption("#explain-type", "OAUTH")
    await decided("Refused. No session opens with this kind of credential. (SESSION_CREDENTIAL_TYPE)")
    await on.page.selectOption("#explain-operation", "EXPORT_WALLET")
    await on.page.fill("#explain-age", "5")
    await decided(
      "Refused. The sign-in is too long ago. The end user must sign in again; a refresh does not count. (OPERATION_SESSION_AGE)"
    )
    expect(await on.page.isVisible("#explain-payment")).toBe(false)
    await on.page.selectOption("#explain-operation", "PAY")
    await on.page.fill("#explain-amount", "50")
    await decided("Permitted.")
    await on.page.fill("#explain-amount", "50.000001")
    await decided(
      "Refused. A payment of this amount must be signed by a session of another kind of credential. (PAYMENT_CREDENTIAL_TYPE)"
    )
    expect([...(await flawsOf(on.page)), ...(await violationsOf(on.page))]).toEqual([])
    await on.page.fill("#explain-destination", "1.5")
    await decided("Refused. The account to pay was added or changed too recently. (DESTINATION_AGE)")
    await on.page.fill("#explain-destination", "-1")
    await on.page.click("#explain-send")
    await on.said("Enter whole numbers that are not negative.")
    await settings.update({ revision, accessPolicy: null })
    expect(on.faults).toEqual([])
    await on.page.context().close()
  })

  it("is asked to sign in again after a restart of the backend, and reads when it does not answer", async () => {
    const on = await operator()
    await on.signIn("Grace Hopper")
    await on.find(email)
    await on.page.context().clearCookies()
    await on.page.getByRole("button", { name: "Suspend the wallet" }).click()
    await on.page.fill("#reason", "Ticket 4711")
    await on.page.click("#confirm-send")
    await on.page.waitForFunction(() => document.activeElement?.id === "name")
    expect(await on.page.isVisible("#dossier")).toBe(false)
    await on.signIn("Grace Hopper")
    await on.page.waitForSelector("#dossier:not([hidden])")
    await on.page.route("**/operator/api/**", (route) => route.abort())
    await on.page.click("#reload")
    await on.said("The server did not answer.")
    await on.page.context().close()
  })
})

describe("with only a keyboard", () => {
  it("an operator signs in, opens a customer, cancels an act, and suspends the wallet", async () => {
    const on = await operator()
    expect(await on.focused()).toBe("name")
    await on.page.keyboard.type("Grace Hopper")
    await on.page.keyboard.press("Enter")
    await on.page.waitForFunction(() => document.activeElement?.id === "query")
    await on.page.keyboard.type(email)
    await on.page.keyboard.press("Enter")
    await expect.poll(() => on.page.textContent("#count")).toBe("Matches: 1")
    await on.page.keyboard.press("Tab")
    await on.page.keyboard.press("Tab")
    await on.page.keyboard.press("Enter")
    await on.page.waitForFunction(() => document.activeElement?.id === "customer-title")

    const suspend = `suspend-${(await on.page.locator("#wallet dd").allTextContents())[1]}`
    await on.press(suspend)
    await on.page.waitForFunction(() => document.activeElement?.id === "reason")
    await on.page.keyboard.press("Escape")
    expect([await on.focused(), await on.page.isVisible("#confirm")]).toEqual([suspend, false])

    await on.page.keyboard.press("Enter")
    await on.page.keyboard.press("Enter")
    expect(await on.page.textContent("#reason-issue")).toBe("Enter a reason.")
    expect(await on.page.getAttribute("#reason", "aria-invalid")).toBe("true")
    await on.page.keyboard.type("Ticket 4711")
    // The focus stays in the dialog: from its last control it does not reach the page below.
    await on.reach("confirm-cancel")
    await on.press("confirm-send")
    await on.page.waitForFunction(() => document.activeElement?.id === "outcome")
    await on.said("The wallet is suspended")
    await on.press(suspend.replace("suspend", "resume"))
    expect(await on.page.isVisible("#confirm")).toBe(true)
    expect(on.faults).toEqual([])
    await on.page.context().close()
  })
})

const LOOKS = [
  { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  { colorScheme: "light", viewport: { width: 360, height: 740 } },
  { colorScheme: "dark", viewport: { width: 360, height: 740 } }
] as const

describe.each(LOOKS)("in $colorScheme at $viewport.width px", (look) => {
  it("every state has labels, contrast and targets of the right size, and no overflow", async () => {
    await ada.signInByEmail()
    await ada.addPasskey()
    const on = await operator(look)
    const clean = async () => expect([...(await flawsOf(on.page)), ...(await violationsOf(on.page))]).toEqual([])
    await clean()
    await on.page.click("#sign-in-send")
    await on.said("Enter your name")
    await clean()
    await on.signIn("Grace Hopper")
    await clean()
    await on.find(email)
    await clean()
    await on.page.getByRole("button", { name: "Suspend Passkey This device" }).click()
    await on.page.click("#confirm-send")
    await clean()
    await on.page.click("#confirm-cancel")
    await on.act("Suspend Passkey This device", "Ticket 4711", "is suspended.")
    await on.act("Suspend the wallet", "Ticket 4711", "The wallet is suspended")
    await clean()
    if (look === LOOKS[3]) await picture(on.page, "operator-narrow-dark")
    expect(on.faults).toEqual([])
    await on.page.context().close()
  })
})
