import { expect, it } from "vitest"
import { browser } from "../src/browser/chromium.ts"
import { listening } from "../src/listening.ts"

const chromium = browser()

it("GT12: a page of the shared browser may load for longer than the 30 s of Playwright", async () => {
  const server = await listening((_, response) => {
    setTimeout(() => response.end("late"), 31_000)
  })
  const page = await chromium().newPage()
  await page.goto(`http://127.0.0.1:${server.port}`)
  expect(await page.textContent("body")).toBe("late")
  await page.context().close()
  await server.close()
})
