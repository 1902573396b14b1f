import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { login } from "../src/loginFlow.ts"
import { recallServer } from "../src/sandboxServer.ts"
import { startSandboxServer } from "../src/startSandboxServer.ts"

const file = join(mkdtempSync(join(tmpdir(), "countersign-")), "sandbox.json")
let server: Awaited<ReturnType<typeof startSandboxServer>>
beforeAll(async () => {
  server = await startSandboxServer({ port: 0, file, data: { kind: "memory" } })
})
afterAll(() => server.close())

describe("npm run login", () => {
  it("finds the sandbox that runs, signs in, and tells of every request and reply", async () => {
    const told: Array<string> = []
    const session = await login(await recallServer(file), (line) => told.push(line))
    expect(session).toMatchObject({ type: "EMAIL_OTP" })
    const text = told.join("\n")
    // The two calls to verify differ in these alone.
    expect(text).toMatch(/> POST \S+\/verify\nrequest-id: Request:\S+\nservice-wallet-signature: \S+\n\{/u)
    expect(text.match(/service-wallet-signature/gu)).toHaveLength(1)
    for (const line of ["> POST /customers", "< 201", "/challenge", "/verify", "< 202", "> GET /auth/sessions"]) {
      expect(text).toContain(line)
    }
    expect(text).not.toContain(server.token.secret)
  })

  it("says what to do when the sandbox that left word of itself is gone", async () => {
    const gone = login({ ...(await recallServer(file)), baseUrl: "http://127.0.0.1:1/2025-10-13" }, () => {})
    await expect(gone).rejects.toThrow("Start the sandbox in another shell: npm start")
  })
})

describe("the sandbox server", () => {
  it("serves its document and its reference without credentials", async () => {
    const document = await (await fetch(`${server.baseUrl}/openapi.json`)).json()
    expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Countersign" } })
    const docs = await fetch(`${server.baseUrl}/docs`)
    expect([docs.status, docs.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")])
  })

  it("names each development default in force", () => {
    expect(server.developmentDefaults.map(({ option }) => option)).toEqual([
      "tokens",
      "keys",
      "store",
      "webhooks.allowPrivate"
    ])
  })
})
