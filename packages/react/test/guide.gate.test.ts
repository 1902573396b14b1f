import { readFileSync } from "node:fs"
import { violationsOf } from "@countersign/harness/browser/axe"
import { browser } from "@countersign/harness/browser/chromium"
import { expect, it } from "vitest"
import { servePage } from "./page.ts"

const chromium = browser()

const guide = readFileSync(new URL("../../../docs/guides/react.md", import.meta.url), "utf8")
const component = /```tsx file=Wallet\.tsx\n(.*?)```/su.exec(guide)?.[1] ?? ""

/** The page of a reader of the guide. */
const program = `${component}
import { createClient } from "@countersign/client"
import { createRoot } from "react-dom/client"
const { bundleSigner, ...me } = await (await fetch("/me")).json()
const client = createClient({ baseUrl: "/2025-10-13", bundleSigner })
createRoot(document.getElementById("root")).render(<main><h1>Wallet</h1><Wallet client={client} {...me} /></main>)
`

it("the component of docs/guides/react.md signs an end user in and pays", async () => {
  const served = await servePage(program)
  const context = await chromium().newContext()
  const page = await context.newPage()
  await page.goto(served.url)
  await page.getByRole("button", { name: /^E-mail me a code/u }).click()
  await page.getByLabel("Code from the e-mail").fill("000000")
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("button", { name: "Pay 25 USDC" }).click()
  await page.getByRole("heading", { name: /^Pay 25\.00 USDC to/u }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole("button", { name: "Sign and pay 25.00 USDC" }).click()
  await expect.poll(() => page.getByRole("status").textContent()).toBe("done")
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByRole("button", { name: /^E-mail me a code/u }).waitFor()
  await context.close()
  await served.close()
})
