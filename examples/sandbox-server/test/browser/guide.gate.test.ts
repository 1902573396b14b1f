import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { namedSnippets } from "@countersign/checks"
import { browser } from "@countersign/harness/browser/chromium"
import { javaScriptOf } from "@countersign/harness/bundle"
import { build } from "esbuild"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startApp } from "./app.ts"

const chromium = browser()
const CLIENT = "docs/guides/client.md"
const BROWSERS = "docs/guides/browsers.md"
const TESTS = "docs/guides/test-your-service.md"
const codeOf = (page: string, name: string) => {
  const snippet = namedSnippets(page).find((each) => each.kind === "file" && each.name === name)
  if (snippet === undefined) throw new Error(`${page} has no file ${name}`)
  return snippet.code
}

/** The page of a reader: the functions of the guide, behind a client of its server. */
const program = `${codeOf(CLIENT, "wallet.ts")}
import { createClient } from "@countersign/client"
const { bundleSigner } = await (await fetch("/config")).json()
const client = createClient({ baseUrl: "/2025-10-13", bundleSigner })
let session: ActiveSession | undefined
globalThis.guide = {
  signIn: async (accountId: string) => (session = await signIn(client, accountId, async () => "000000")).type,
  addPasskey: async () => session && (await addPasskey(client, session))?.type,
  restored: async () => (session = await restored(client))?.type
}
`

interface Guide {
  readonly signIn: (accountId: string) => Promise<string>
  readonly addPasskey: () => Promise<string | undefined>
  readonly restored: () => Promise<string | undefined>
}
declare global {
  var guide: Guide
}

const folder = mkdtempSync(join(import.meta.dirname, ".guide-"))
let app: Awaited<ReturnType<typeof startApp>>
let script = ""
beforeAll(async () => {
  app = await startApp()
  const { outputFiles } = await build({
    stdin: { contents: program, loader: "ts", resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["source"],
    target: "es2022"
  })
  script = outputFiles[0]?.text ?? ""
  writeFileSync(join(folder, "authenticator.mjs"), await javaScriptOf(codeOf(TESTS, "playwright/authenticator.ts")))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await app?.close()
})

it("GU11: the functions of the client's guide add a passkey, sign in with it and restore the session, under the policy of the page", async () => {
  const page = await (await chromium().newContext()).newPage()
  const blocked: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error") blocked.push(message.text())
  })
  await page.route(`${app.origin}/guide`, (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": codeOf(BROWSERS, "csp").trim() },
      body: '<!doctype html><script type="module" src="/guide.js"></script>'
    })
  )
  await page.route(`${app.origin}/guide.js`, (route) => route.fulfill({ contentType: "text/javascript", body: script }))
  const { addAuthenticator } = await import(join(folder, "authenticator.mjs"))
  const authenticator = await addAuthenticator(page)
  const ready = async (load: Promise<unknown>) => {
    await load
    await page.waitForFunction(() => "guide" in globalThis)
  }
  await ready(page.goto(`${app.origin}/guide`))
  const { accountId } = await app.customer("guide@example.com")

  expect(await page.evaluate((id) => guide.signIn(id), accountId)).toBe("EMAIL_OTP")
  expect(await page.evaluate(() => guide.addPasskey())).toBe("PASSKEY")
  expect(await authenticator.passkeys()).toMatchObject([{ rpId: "localhost" }])
  // The device has a passkey of the wallet now.
  expect(await page.evaluate(() => guide.addPasskey())).toBeUndefined()
  expect(await page.evaluate((id) => guide.signIn(id), accountId)).toBe("PASSKEY")
  await ready(page.reload())
  expect(await page.evaluate(() => guide.restored())).toBe("PASSKEY")

  await authenticator.setVerified(false)
  const refused = page.evaluate((id) => guide.signIn(id).then(String, (error) => error.name), accountId)
  expect(await refused).toBe("NotAllowedError")
  expect(blocked).toEqual([])
  await page.context().close()
})
