import { browser } from "@countersign/harness/browser/chromium"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { startPage } from "./opened.ts"
import { openWallet, type WalletTab } from "./wallet.ts"

const chromium = browser()
let started: Awaited<ReturnType<typeof startPage>>
let on: WalletTab
beforeAll(async () => {
  started = await startPage(chromium())
})
afterAll(() => started?.close())

/** A new end user with a new browser profile. */
const somebody = async () => openWallet(await started.profile(), started.server.url)
beforeEach(async () => {
  on = await somebody()
})
afterEach(async () => {
  expect(on.faults).toEqual([])
  await on.page.context().close()
})

describe("an end user with only a keyboard", () => {
  it("signs in by e-mail code after a wrong code, and makes a payment", async () => {
    await on.press("to-home")
    await on.page.keyboard.press("Tab")
    await on.press("option")
    await expect.poll(on.focused).toBe("code-field")
    await on.page.keyboard.type("123456")
    await on.page.keyboard.press("Enter")
    await on.page.getByRole("alert").getByText("That code is wrong.").waitFor()
    await expect.poll(on.focused).toBe("code-field")
    const problem = await on.page.locator("[data-part=code-error]").getAttribute("id")
    expect(await on.page.getAttribute("[data-part=code-field]", "aria-describedby")).toBe(problem)
    await on.page.keyboard.type("000000")
    await on.page.keyboard.press("Enter")
    await on.said("You are signed in.")
    expect(await on.standing()).toBe("E-mail · 15 min left")

    await on.press("to-accounts")
    await on.find("mexico")
    await on.press("fill")
    await on.press("send")
    await on.page.waitForFunction(() => document.activeElement?.id === "added")

    await on.press("to-pay")
    await on.press("fund-send")
    await on.said("The wallet has been funded")
    await on.press("ask-send")
    await on.page.getByRole("heading", { name: "Pay 25.00 USDC to Ada Lovelace?" }).waitFor()
    await expect.poll(on.focused).toBe("title")
    await on.press("approve")
    await on.said("25.00 USDC to Ada Lovelace was paid.")
    await expect.poll(on.focused).toBe("outcome")
    await expect.poll(() => on.balance()).toBe("75.00")
  })
})

describe("the wallet", () => {
  it("adds a passkey and an OpenID identity, signs in with each, and removes one", async () => {
    await on.signInByEmail()
    await on.addPasskey()
    expect(await on.authenticator.passkeys()).toMatchObject([{ rpId: "localhost" }])
    await on.atProvider(() => on.page.click("#add-openid"), "ada")
    await on.said("The identity ada@id.example has been added. You can sign in with it.")
    await expect.poll(() => on.credentials.count()).toBe(3)

    await on.go("home")
    await on.page.click("#sign-out")
    await on.said("You are signed out.")
    await on.way("PASSKEY").click()
    await on.said("You are signed in.")
    expect(await on.standing()).toBe("Passkey · 15 min left")
    await on.page.click("#sign-out")
    await on.said("You are signed out.")
    await on.atProvider(() => on.way("OAUTH").click(), "grace")
    await on.said("OIDC token refused: identity")
    await on.atProvider(() => on.retry().click(), "")
    await on.said("The request was canceled at the identity provider.")
    await on.atProvider(() => on.retry().click(), "ada")
    await on.said("You are signed in.")
    expect(await on.standing()).toBe("OpenID · 15 min left")

    await on.go("credentials")
    const opener = on.credentials.filter({ hasText: "Opened this session" })
    expect(await opener.textContent()).toContain("Identity ada@id.example")
    expect(await opener.getByRole("button").count()).toBe(0)
    await on.remove("Passkey This device")
    expect(await on.credentials.count()).toBe(2)
  })

  it("UV5: renames a passkey with only the keyboard, and shows its last sign-in", async () => {
    await on.signInByEmail()
    const rename = on.page.locator("[data-part=rename]")
    expect(await rename.count()).toBe(0)
    await on.addPasskey()
    const row = on.credentials.filter({ hasText: "Passkey" })
    expect(await row.textContent()).toContain("Not used yet")
    await on.press("rename")
    await on.type("rename-field", "Work phone")
    await on.press("rename-save")
    await on.said("The passkey is now named “Work phone”.")
    expect(await row.textContent()).toContain("Work phone")
    await expect.poll(on.focused).toBe("act-status")
    await on.go("home")
    await on.page.click("#sign-out")
    await on.said("You are signed out.")
    await on.signInByPasskey()
    await on.go("credentials")
    expect(await row.textContent()).toMatch(/Work phone.*Last sign-in [A-Z]/u)
  })

  it("lists the sessions, refreshes its own, and revokes any or all others", async () => {
    await on.signInByEmail()
    await on.go("sessions")
    const sessions = on.page.locator("[data-part=sessions] [data-part=row]")
    const others = on.page.locator("[data-part=end-others]")
    await expect.poll(() => sessions.count()).toBe(1)
    expect(await others.count()).toBe(0)
    await on.page.click("#refresh")
    await on.said("A new session with a new key has started")
    await expect.poll(() => sessions.count()).toBe(2)
    const own = sessions.filter({ hasText: "This browser" })
    expect(await own.count()).toBe(1)
    expect(await own.textContent()).toMatch(/Expires in 15 minutes.*Last used .*(?:127\.0\.0\.1|::1).*Chrome/u)
    await sessions.filter({ hasNotText: "This browser" }).getByRole("button").click()
    await on.said("The session has ended.")
    expect(await sessions.count()).toBe(1)
    await on.page.click("#refresh")
    await on.said("A new session with a new key has started")
    await others.click()
    await on.said("All other sessions have ended.")
    expect([await sessions.count(), await own.count()]).toEqual([1, 1])
    expect(await others.count()).toBe(0)
    await own.getByRole("button").click()
    await on.said("The session has ended.")
    await on.page.getByText("There are no active sessions.").waitFor()
    expect(await sessions.count()).toBe(0)
    expect(await on.standing()).toBe("Signed out. Sign in")
  })

  it("pays after the end user has reviewed and signed, and shows each event as it arrives", async () => {
    await on.signInByEmail()
    await on.addAccount("MXN_ACCOUNT")
    await on.fund("100")
    await on.page.fill("#pay-amount", "no money")
    await on.page.click("#ask-send")
    expect(await on.page.textContent("#pay-amount-issue")).toBe("Enter an amount greater than zero, such as 12.50.")
    await on.page.fill("#pay-amount", "25")
    await on.page.click("#ask-send")
    await on.page.waitForSelector("#agree")
    const terms = await on.page.locator("[data-part=terms-list] dd").allTextContents()
    expect(terms).toEqual([
      "Ada Lovelace",
      "Mexican bank account",
      expect.stringMatching(/^[0-9]{18}$/u),
      "25.00 USDC",
      "0.125 USDC",
      "429.09 MXN",
      expect.stringMatching(/^≈ 0\.05[0-9]{1,5} USDC \/ MXN0\.05[0-9]{6,}$/u),
      "This wallet",
      expect.stringMatching(/^[45]:[0-9]{2}$/u)
    ])
    expect(await on.page.textContent("#payload")).toContain('"amount": 25000000')
    await on.page.click("[data-part=approve]")
    await on.said("25.00 USDC to Ada Lovelace was paid.")
    const operation = await on.inspected("/execute")
    expect(await operation.locator("h3").allTextContents()).toEqual([
      "Request",
      "Payload to sign",
      "Stamp",
      "Reply 200"
    ])
    await expect.poll(() => operation.textContent()).toContain("The signature is valid for this payload")

    await on.go("events")
    await expect
      .poll(() => on.rows("events").locator(".name").allTextContents())
      .toEqual(expect.arrayContaining(["Payment of 25.00 USDC: completed", "The balance is 75.00 USDC"]))
    await on.go("home")
    expect(await on.rows("payments").allTextContents()).toEqual([
      expect.stringContaining("25.00 USDC to Ada Lovelace Paid")
    ])
  })

  it("shows that the balance is insufficient, and what to do", async () => {
    await on.signInByEmail()
    await on.addAccount("MXN_ACCOUNT")
    await on.go("pay")
    await on.page.click("#ask-send")
    await on.page.waitForSelector("#agree")
    await on.page.click("[data-part=approve]")
    await on.said("Add funds, or send a smaller amount.")
    expect(await on.page.textContent("#outcome")).not.toMatch(/[{}]/u)
  })
})

describe("the inspector", () => {
  it("shows the request, the 202, the stamp and the reply of a signed call, and no secrets", async () => {
    await on.signInByEmail()
    const key = await on.page.textContent("#sign-in .mono")
    await on.addPasskey()
    const operation = await on.inspected("/auth/credentials")
    expect(await operation.locator("h3").allTextContents()).toEqual([
      "Request",
      "202: payload to sign",
      "Stamp",
      "Reply 201"
    ])
    await operation.getByText("The signature is valid for this payload").waitFor()
    const [request = "", challenge = "", stamp = "", reply = ""] = await operation.locator("section").allTextContents()
    expect(request).toContain('"nickname": "This device"')
    expect(challenge).toMatch(/Request:[0-9a-f-]{36}/u)
    expect(challenge).toContain("ACTIVITY_TYPE_CREATE_AUTHENTICATORS")
    expect(stamp).toContain("The signature is valid for this payload")
    expect(stamp).toContain(key)
    expect(reply).toContain('"type": "PASSKEY"')

    await on.page.check("#reads")
    await on.page.evaluate(() => {
      for (const each of document.querySelectorAll("#operations details")) each.setAttribute("open", "")
    })
    const all = (await on.page.textContent("#operations")) ?? ""
    expect(all).toContain("/auth/sessions")
    expect(all).not.toMatch(/authorization|basic [a-z0-9]|wallet=|000000"/iu)
  })

  it("is collapsed on a narrow page until it is opened", async () => {
    await on.page.setViewportSize({ width: 360, height: 740 })
    await on.signInByEmail()
    expect(await on.page.isVisible("#operations")).toBe(false)
    await on.press("inspector-toggle")
    expect(await on.page.isVisible("#operations")).toBe(true)
    expect(await on.page.getAttribute("#inspector-toggle", "aria-expanded")).toBe("true")
  })
})

describe("the clock", () => {
  it("expires a session when it advances; the page reports it, and every credential works afterwards", async () => {
    await on.signInByEmail()
    await on.addPasskey()
    await on.atProvider(() => on.page.click("#add-openid"), "ada")
    await on.said("You can sign in with it.")
    await on.go("clock")
    await on.page.click("#move-360")
    await on.said("The clock has moved")
    await expect.poll(on.standing).toBe("E-mail · 9 min left")
    await on.page.click("#move-900")
    await on.said("Your session has ended. Sign in again.")
    expect(await on.standing()).toBe("Signed out. Sign in")
    expect(await on.page.textContent("#ahead")).toContain("minutes ahead of your machine")

    await on.go("home")
    expect(await on.page.textContent("#sign-in")).toContain("Your session has ended.")
    await on.atProvider(() => on.way("OAUTH").click(), "ada")
    await on.said("You are signed in.")
    await on.page.click("#sign-out")
    await on.said("You are signed out.")
    await on.signInByPasskey()
  })
})

describe("interruptions", () => {
  it("a reload retains the session and its signing key", async () => {
    await on.signInByEmail()
    await on.reload()
    expect(await on.standing()).toBe("E-mail · 15 min left")
    await on.addPasskey()
  })

  it("sign-in works after a reload during a sign-in", async () => {
    await on.way("EMAIL_OTP").click()
    await on.page.waitForSelector("[data-part=code-field]")
    await on.reload()
    await on.signInByEmail()
  })

  it("FU10: a code prompt is linked from every pane, blocks none of them, and goes on when its pane returns", async () => {
    await on.way("EMAIL_OTP").click()
    await on.page.waitForSelector("[data-part=code-field]")
    expect(await on.page.isVisible("#underway")).toBe(false)
    for (const pane of ["pay", "accounts", "credentials", "sessions", "history", "events", "clock"]) {
      await on.go(pane)
      expect(await on.page.textContent("#underway")).toBe("A code is waiting to be entered. Enter the code")
    }
    await on.fund("100")
    await on.addAccount("MXN_ACCOUNT")
    await on.page.getByRole("link", { name: "Enter the code" }).click()
    await on.enterCode("000000")
    await on.said("You are signed in.")
    await expect.poll(() => on.balance()).toBe("100.00")
  })

  it("FU10: after the third wrong code the prompt explains, and sends a new code", async () => {
    await on.way("EMAIL_OTP").click()
    for (const code of ["111111", "222222", "333333"]) {
      await on.enterCode(code)
      await on.page.waitForSelector("[data-part=code-submit][aria-disabled=false], [data-part=retry]")
    }
    await on.said("The code was wrong three times, so it is no longer valid.")
    await expect.poll(on.focused).toBe("retry")
    expect(await on.retry().textContent()).toBe("Send a new code")
    await on.page.keyboard.press("Enter")
    await on.page.waitForSelector("[data-part=code-field]")
    await on.enterCode("000000")
    await on.said("You are signed in.")
  })

  it("FU10: a button that waits changes its words, retains the focus, and does its work once", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let calls = 0
    await on.page.route("**/fund", async (route) => {
      calls += 1
      await held
      await route.continue()
    })
    await on.press("to-pay")
    await on.press("fund-send")
    for (let presses = 0; presses < 3; presses += 1) await on.page.keyboard.press("Enter")
    const button = on.page.locator("#fund-send")
    await expect.poll(() => button.textContent()).toBe("Adding funds…")
    expect([await button.getAttribute("aria-disabled"), await on.focused(), calls]).toEqual(["true", "fund-send", 1])
    release()
    await on.said("The wallet has been funded")
    expect([await button.getAttribute("aria-disabled"), await on.balance()]).toEqual(["false", "100.00"])
  })

  it("two tabs share one session: signing out in one signs out both", async () => {
    await on.signInByEmail()
    const other = await openWallet(on.page.context(), started.server.url)
    expect(await other.standing()).toBe("E-mail · 15 min left")
    await other.page.click("#sign-out")
    await other.said("You are signed out.")
    await expect.poll(on.standing).toBe("Signed out. Sign in")
    expect(other.faults).toEqual([])
  })

  it("the next signature detects and reports a session that was revoked elsewhere", async () => {
    await on.signInByEmail()
    await started.server.advance("15 minutes")
    await on.go("credentials")
    await on.page.click("[data-part=passkey-submit]")
    await on.said("Your session has ended. Sign in again.")
    expect(await on.standing()).toBe("Signed out. Sign in")
  })

  it("an unreachable service is reported in one sentence, and the next action works", async () => {
    await on.signInByEmail()
    await on.go("pay")
    await on.page.context().setOffline(true)
    await on.page.click("#fund-send")
    await on.said("The server did not answer. Check whether the action was completed before you try again.")
    await on.page.context().setOffline(false)
    await on.page.click("#fund-send")
    await on.said("The wallet has been funded")
  })

  it("a server that does not respond at page load is reported, with what to check", async () => {
    const page = await on.page.context().newPage()
    await page.route("**/wallet/me", (route) => route.abort())
    await page.goto(started.server.url)
    await page.getByText("The wallet server does not respond. Check that npm start is running").waitFor()
  })

  it("another browser is another customer with another wallet", async () => {
    const stranger = await somebody()
    expect(await stranger.page.textContent("#owner")).not.toBe(await on.page.textContent("#owner"))
    await stranger.page.context().close()
  })

  it("an action that needs a signature requires a session", async () => {
    await on.go("credentials")
    await on.page.click("#add-openid")
    await on.said("This action requires your signature. Sign in first.")
  })
})
