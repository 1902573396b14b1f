import { violationsOf } from "@countersign/harness/browser/axe"
import { browser } from "@countersign/harness/browser/chromium"
import type { BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { flawsOf } from "./flawsOf.ts"
import { startPage } from "./opened.ts"
import { openWallet } from "./wallet.ts"

const chromium = browser()
let started: Awaited<ReturnType<typeof startPage>>
beforeAll(async () => {
  started = await startPage(chromium())
})
afterAll(() => started?.close())

/** A visitor, whom the page does not know. */
const visitor = async (options: BrowserContextOptions = {}) => {
  const context = await started.profile(options)
  return openWallet(context, started.server.url, "visitor")
}

const isClean = async (page: Page) => expect([await violationsOf(page), await flawsOf(page)]).toEqual([[], []])

it.each([
  ["wide and light", {}],
  ["narrow and dark", { colorScheme: "dark", viewport: { width: 360, height: 740 } }]
] as const)("GU4 GU15: a visitor signs up with only the keyboard, after a wrong code, %s", async (_, options) => {
  const on = await visitor(options)
  await isClean(on.page)
  const email = `${crypto.randomUUID()}@example.com`
  await on.reach("email-field")
  await on.page.keyboard.type(email)
  await on.page.keyboard.press("Enter")
  await expect.poll(on.focused).toBe("code-field")
  expect(await on.page.textContent("[data-part=code-sent]")).toContain("every code is 000000")
  await on.page.keyboard.type("123456")
  await on.page.keyboard.press("Enter")
  await on.page.getByRole("alert").getByText("That code is wrong.").waitFor()
  await isClean(on.page)
  await expect.poll(on.focused).toBe("code-field")
  await on.page.keyboard.type("000000")
  await on.page.keyboard.press("Enter")
  await on.said("You are signed in.")
  await expect.poll(on.focused).toBe("outcome")
  expect([await on.page.textContent("#owner"), await on.standing()]).toEqual([email, "E-mail · 15 min left"])
  await on.reload()
  expect(await on.standing()).toBe("E-mail · 15 min left")
  await on.addPasskey()
  expect(on.faults).toEqual([])
  await on.page.context().close()
})

it("GU15: the inspector shows the calls of the sign-in, from the code to the session, and the history the sign-in", async () => {
  const on = await visitor()
  await on.signUp()
  const calls = await on.page.locator("#operations .path").allTextContents()
  // The autofill begins a sign-in by passkey too.
  expect(calls.filter((call) => !call.endsWith("/passkey"))).toEqual([
    "/auth/sign-ins/session",
    "/auth/sign-ins/verify",
    "/auth/sign-ins"
  ])
  await on.go("history")
  await on.page.locator("[data-part=history] [data-part=row-name]").getByText("Signed in").waitFor()
  await on.page.context().close()
})

it.each([
  ["the autofill", true],
  ["the button", false]
])(
  "GU4 GU15: a user who has left signs in by a passkey alone, of %s, and to their own wallet",
  async (_, isOffered) => {
    const on = await visitor()
    await on.signUp()
    await on.addPasskey()
    const owner = await on.page.textContent("#owner")
    await on.go("home")
    await on.page.click("#sign-out")
    await on.said("You are signed out.")
    // The virtual authenticator answers the autofill at once.
    await on.page.addInitScript((isAvailable) => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => isAvailable
    }, isOffered)
    await on.page.click("#leave")
    if (!isOffered) await on.page.click("[data-part=visitor] [data-part=passkey-submit]")
    await on.said("You are signed in.")
    expect([await on.page.textContent("#owner"), await on.standing()]).toEqual([owner, "Passkey · 15 min left"])
    expect(on.faults).toEqual([])
    await on.page.context().close()
  }
)

it("GU15: a user who leaves their wallet enters another one, with nothing of the first on the page", async () => {
  const on = await visitor()
  await on.signUp()
  await on.fund("100")
  const owner = await on.page.textContent("#owner")
  await on.go("home")
  await on.page.click("#sign-out")
  await on.said("You are signed out.")
  await on.page.click("#leave")
  await on.signUp()
  expect(await on.page.textContent("#owner")).not.toBe(owner)
  expect(await on.balance()).toBe("0.00")
  expect(on.faults).toEqual([])
  await on.page.context().close()
})
