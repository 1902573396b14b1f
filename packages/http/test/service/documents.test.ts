import { callers, keys, makeWorld, tokenOptions } from "@countersign/harness/world"
import { createCountersign } from "countersign"
import { afterAll, describe, expect, it } from "vitest"

const PATHS = ["/docs", "/openapi.json"].flatMap((path) => [path, `/2025-10-13${path}`])

const world = makeWorld()
const production = makeWorld({ documents: false })
afterAll(async () => {
  await world.countersign.close()
  await production.countersign.close()
})

const ask = (of: typeof world, path: string, headers: Readonly<Record<string, string>> = {}) =>
  of.countersign.handler(new Request(`http://x${path}`, { headers }))

describe("GA17: the documents about the API", () => {
  it("are served by a sandbox, and by production only if an option says so", async () => {
    const options = { keys, mailer: { sendCode: async () => {} }, store: undefined }
    const sandbox = createCountersign({
      logs: "none",
      keys,
      tokens: tokenOptions.filter(({ mode }) => mode === "sandbox")
    })
    for (const path of PATHS)
      expect([path, (await sandbox.handler(new Request(`http://x${path}`))).status]).toEqual([path, 200])
    await sandbox.close()
    for (const documents of [undefined, false, true]) {
      const { memoryStore } = await import("@countersign/memory")
      const made = createCountersign({
        ...options,
        logs: "none",
        store: memoryStore,
        tokens: tokenOptions,
        ...(documents === undefined ? {} : { documents })
      })
      for (const path of PATHS) {
        const { status } = await made.handler(new Request(`http://x${path}`))
        expect([documents, path, status]).toEqual([documents, path, documents === true ? 200 : 404])
      }
      await made.close()
    }
    for (const path of PATHS) expect((await ask(production, path)).status).toBe(404)
  })

  it("are never served to a user, and neither is a health check", async () => {
    const { customerId } = await world.customer(callers.a)
    const users = world.countersign.forUser(() => ({ platformId: "alpha", mode: "sandbox", customerId }))
    for (const path of [...PATHS, "/health/live", "/health/ready"]) {
      for (const method of ["GET", "HEAD", "POST"]) {
        const { status } = await users(new Request(`http://x${path}`, { method }))
        expect([path, method, status]).toEqual([path, method, 404])
      }
    }
  })

  it("are sent once to a caller that has them", async () => {
    for (const path of PATHS) {
      const first = await ask(world, path)
      const etag = first.headers.get("etag") ?? ""
      expect([path, first.headers.get("cache-control"), /^"[A-Za-z0-9+/=]{44}"$/u.test(etag)]).toEqual([
        path,
        "public, max-age=300",
        true
      ])
      expect((await first.text()).length).toBeGreaterThan(1_000_000)
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await ask(world, path, { "if-none-match": tag })
        expect([path, again.status, again.headers.get("etag"), await again.text()]).toEqual([path, 304, etag, ""])
      }
      expect((await ask(world, path, { "if-none-match": '"other"' })).status).toBe(200)
    }
  })

  it("run no script but their own, and load nothing of another origin", async () => {
    const policy = (await ask(world, "/docs")).headers.get("content-security-policy") ?? ""
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']{44}' 'sha256-[^']{44}'; /u)
    expect(policy).toContain("connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    expect(policy.replace("style-src 'unsafe-inline'", "")).not.toMatch(/unsafe|http|\*/u)
  })
})
