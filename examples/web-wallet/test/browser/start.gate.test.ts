import { browser } from "@countersign/harness/browser/chromium"
import { limit } from "@countersign/harness/rounds"
import { expect, it } from "vitest"
import { faultsOf, startPage } from "./opened.ts"
import { picture } from "./picture.ts"

const chromium = browser()

it("FU10: the README's way from nothing to a signed payment works by visible labels alone, in 90 seconds", async () => {
  const started = await startPage(chromium())
  const context = await started.profile({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const faults = faultsOf(page)
  const began = performance.now()
  const press = (name: string) => page.getByRole("button", { name }).click()
  const follow = (name: string) => page.getByRole("link", { name, exact: true }).first().click()
  const top = () => page.evaluate(() => scrollTo(0, 0))

  await page.goto(started.server.url)
  await page.getByRole("heading", { name: "From nothing to a signed payment" }).waitFor()
  await picture(page, "start-1")

  await page.getByLabel("E-mail").fill("ada@example.com")
  await press("E-mail me a code")
  await page.getByLabel("Code from the e-mail").fill("000000")
  await press("Sign in")
  await page.getByText("You are signed in. Your actions").waitFor()

  await follow("Add funds")
  await press("Fund the wallet")
  await page.getByText("The wallet has been funded").waitFor()
  await follow("Home")
  await top()
  await picture(page, "start-2")

  await follow("Add an account to pay")
  await page.getByLabel("Search by currency, country or type").fill("mexico")
  await page.keyboard.press("Enter")
  await press("Fill with a sample")
  await press("Add the account")
  await page.getByRole("heading", { name: "The account was added" }).waitFor()

  await follow("Pay it")
  await press("Get a quote")
  await page.getByRole("heading", { name: "Pay 25.00 USDC to Ada Lovelace?" }).waitFor()
  await picture(page, "start-3")
  await press("Sign and pay 25.00 USDC")
  await page.getByText("25.00 USDC to Ada Lovelace was paid.").waitFor()
  await follow("Home")
  await page.getByRole("heading", { name: "Payments" }).scrollIntoViewIfNeeded()
  expect(await page.locator("#payments").textContent()).toContain("25.00 USDC to Ada Lovelace")
  await picture(page, "start-4")

  const seconds = (performance.now() - began) / 1000
  process.stdout.write(`from nothing to a signed payment: ${seconds.toFixed(1)} s\n`)
  expect([faults, seconds < limit(90)]).toEqual([[], true])
  await context.close()
  await started.close()
})
