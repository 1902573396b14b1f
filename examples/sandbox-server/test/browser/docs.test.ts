import { once } from "node:events"
import { createServer } from "node:http"
import { browser } from "@countersign/harness/browser/chromium"
import { nodeBridge } from "@countersign/http/node"
import { createCountersign } from "countersign"
import { expect, it } from "vitest"

const chromium = browser()

it("GA17: the page about the API shows the endpoints under its policy, and asks no other origin", async () => {
  const countersign = createCountersign({ logs: "none" })
  const server = createServer(nodeBridge(countersign))
  await once(server.listen(0, "127.0.0.1"), "listening")
  const origin = `http://127.0.0.1:${Object(server.address()).port}`
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
  server.close()
  server.closeAllConnections()
  await countersign.close()
})
