import { browser } from "@countersign/harness/browser/chromium"
import { listening } from "@countersign/harness/listening"
import { nodeBridge } from "@countersign/http/node"
import { createCountersign } from "countersign"
import { expect, it } from "vitest"

const chromium = browser()

it("GA17: the page about the API shows the endpoints under its policy, and asks no other origin", async () => {
  const countersign = createCountersign({ logs: "none" })
  const server = await listening(nodeBridge(countersign))
  const origin = `http://127.0.0.1:${server.port}`
  const page = await (await chromium().newContext()).newPage()
  const foreign: Array<string> = []
  const blocked: Array<string> = []
  page.on("request", (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(?:data|blob):/u.test(url)) foreign.push(url)
  })
  page.on("console", (message) => {
    if (message.type() === "error") blocked.push(message.text())
  })
  page.on("pageerror", (error) => blocked.push(String(error)))
  await page.goto(`${origin}/docs`)
  await page.getByText("/customers").first().waitFor()
  expect([foreign, blocked]).toEqual([[], []])
  await page.context().close()
  await server.close()
  await countersign.close()
})
