import { fileURLToPath } from "node:url"
import { browser } from "@countersign/harness/browser/chromium"
import { build } from "esbuild"
import type { BrowserContext } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startPage } from "./opened.ts"
import { openWallet } from "./wallet.ts"

const MINUTE = 60_000
const DAY = 1440 * MINUTE

const chromium = browser()
let started: Awaited<ReturnType<typeof startPage>>
let script = ""
beforeAll(async () => {
  started = await startPage(chromium())
  // A page of the host that calls its own endpoint, with the session that the wallet page left in the browser.
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, loader: "ts", resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    write: false,
    format: "iife"
  })
  script = outputFiles[0]?.text ?? ""
})
afterAll(() => started?.close())

const PROGRAM = `
  import { createClient } from "@countersign/client"
  globalThis.prove = async (sessionId) => {
    const { bundleSigner } = await (await fetch("/wallet/me")).json()
    const client = createClient({ baseUrl: location.origin + "/wallet/api/2025-10-13", bundleSigner })
    const session = await client.restore(sessionId)
    if (session === undefined) return "no session"
    const answer = await client.fetchWithProof(session, { method: "GET", url: location.origin + "/proven" })
    return [answer.status, await answer.text(), client.now()]
  }
`

/** Shifts the clock of every page of the profile, as that of a device that is off. The clock goes on from there. */
const shift = (context: BrowserContext, off: number) =>
  context.addInitScript((millis) => {
    const Right = Date
    const now = () => Right.now() + millis
    globalThis.Date = new Proxy(Right, {
      construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
      apply: () => new Right(now()).toString(),
      get: (target, name) => (name === "now" ? now : Reflect.get(target, name))
    })
  }, off)

describe("a device whose clock is off", () => {
  it.each([
    ["a day behind", -DAY],
    ["20 minutes behind", -20 * MINUTE],
    ["20 minutes ahead", 20 * MINUTE],
    ["a day ahead", DAY]
  ])("GD6: signs in, proves, pays and signs out in Chromium, %s", async (_, off) => {
    const context = await started.profile()
    await shift(context, off)
    await context.route("**/prove.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }))
    const on = await openWallet(context, started.server.url)
    const apart = await on.page.evaluate((right) => Date.now() - right, Date.now())
    expect(Math.abs(apart - off)).toBeLessThan(MINUTE)

    await on.signInByEmail()
    expect(await on.standing()).toBe("E-mail · 15 min left")

    const sessions = async () => {
      const { accountId } = await on.page.evaluate(async () => (await fetch("/wallet/me")).json())
      return started.server.platform.sessions.list(accountId)
    }
    const [session] = await sessions()
    await on.page.addScriptTag({ url: "/prove.js" })
    const [status, proven, now] = await on.page.evaluate((id) => Reflect.get(globalThis, "prove")(id), session?.id)
    expect([status, proven]).toEqual([200, session?.id])
    expect(Math.abs(now - Date.now())).toBeLessThan(MINUTE)

    await on.addAccount("MXN_ACCOUNT")
    await on.fund("100.00")
    await on.review("Ada Lovelace")
    await on.page.click("[data-part=approve]")
    await on.said("was paid.")
    expect(await on.standing()).toBe("E-mail · 15 min left")

    await on.go("home")
    await on.page.click("#sign-out")
    await on.said("You are signed out.")
    expect(await sessions()).toEqual([])
    expect(on.faults).toEqual([])
    await context.close()
  })
})
