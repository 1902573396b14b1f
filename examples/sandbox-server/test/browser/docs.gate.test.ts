import { browser } from "@countersign/harness/browser/chromium"
import { listening } from "@countersign/harness/listening"
import { nodeBridge } from "@countersign/http/node"
import { createCountersign } from "countersign"
import { describe, expect, it } from "vitest"

const chromium = browser()

describe("GU14: the page about the API", () => {
  it.each([
    ["at the root", "", "/docs"],
    ["behind a proxy that removes a prefix", "/wallet", "/wallet/2025-10-13/docs"]
  ])("sends a request that succeeds, %s, and calls no other origin (GA17)", async (_, prefix, path) => {
    const countersign = createCountersign({ logs: "none" })
    const bridge = nodeBridge(countersign)
    const server = await listening((request, response) => {
      request.url = request.url?.slice(prefix.length) ?? ""
      bridge(request, response)
    })
    const origin = `http://127.0.0.1:${server.port}`
    const page = await (await chromium().newContext({ viewport: { width: 1400, height: 1000 } })).newPage()
    const [foreign, wrong, policies]: [Array<string>, Array<string>, Array<string | undefined>] = [[], [], []]
    page.on("request", (request) => {
      if (!request.url().startsWith(origin) && !/^(?:data|blob):/u.test(request.url())) foreign.push(request.url())
    })
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) wrong.push(message.text())
    })
    page.on("pageerror", (error) => wrong.push(String(error)))
    page.on("response", (response) => {
      if (response.request().isNavigationRequest()) policies.push(response.headers()["content-security-policy"])
    })
    await page.goto(origin + path)
    expect(policies.join()).toMatch(/script-src 'self';/u)
    await page.getByText("/customers").first().waitFor()
    expect(await page.getByText(/Developer Tools|Generate SDKs|Open API Client|Ask AI/u).count()).toBe(0)

    const { id, secret } = countersign.sandboxToken ?? { id: "", secret: "" }
    await page.locator(".cm-line", { hasText: "janedoe" }).first().click()
    await page.keyboard.type(id)
    await page.getByPlaceholder("********").first().fill(secret)
    const sent = async (method: string) => {
      await page.getByRole("button", { name: `Test Request (${method} /customers)`, exact: true }).click()
      const answered = page.waitForResponse((response) => response.url().startsWith(`${origin}${prefix}/2025-10-13/`))
      const send = page.getByRole("button", { name: new RegExp(`^Send ${method} request`, "u") })
      await send.click()
      const response = await answered
      // The dialog opens for the next request once it shows the response of this one.
      await page
        .getByText(/20[01] (?:OK|Created)/u)
        .first()
        .waitFor()
      await page.keyboard.press("Escape")
      await send.waitFor({ state: "hidden" })
      return [response.url().slice(origin.length), response.request().postDataJSON(), response.status()]
    }
    const customers = `${prefix}/2025-10-13/customers`
    expect(await sent("get")).toEqual([customers, null, 200])
    expect(await sent("post")).toEqual([customers, { customerType: "INDIVIDUAL" }, 201])
    expect([foreign, wrong]).toEqual([[], []])
    await page.context().close()
    await server.close()
    await countersign.close()
  })
})
