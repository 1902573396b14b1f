import { callers, keys, makeWorld, tokenOptions } from "@countersign/harness/world"
import { catalogue } from "@countersign/http"
import { createCountersign, mountedUnder } from "countersign"
import { afterAll, describe, expect, it } from "vitest"

const PATHS = ["/docs", "/docs.js", "/openapi.json"].flatMap((path) => [path, `/2025-10-13${path}`])

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
      const length = (await first.text()).length
      expect([path, length > 1_000_000]).toEqual([path, !path.endsWith("/docs")])
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await ask(world, path, { "if-none-match": tag })
        expect([path, again.status, again.headers.get("etag"), await again.text()]).toEqual([path, 304, etag, ""])
      }
      expect((await ask(world, path, { "if-none-match": '"other"' })).status).toBe(200)
    }
  })

  it("run no script but their own, and load nothing of another origin", async () => {
    const policy = (await ask(world, "/docs")).headers.get("content-security-policy") ?? ""
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /u)
    expect(policy).toContain("connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    expect(policy.replace("style-src 'unsafe-inline'", "")).not.toMatch(/unsafe|http|\*/u)
  })

  it("GU14: name the address of the API, from their own", async () => {
    for (const path of ["/openapi.json", "/2025-10-13/openapi.json"]) {
      const { servers } = await (await ask(world, path)).json()
      expect(
        servers.map(({ url }: { url: string }) => new URL(`${url}/customers`, `http://x/wallet${path}`).href)
      ).toEqual(["http://x/wallet/2025-10-13/customers"])
    }
  })
})

describe("GU12: `docs` of a refusal", () => {
  const errorsUrl = "https://api.example.com/wallet/errors"
  const linked = makeWorld({ documents: false, errorsUrl })
  afterAll(() => linked.countersign.close())
  const handler = mountedUnder("/wallet", linked.countersign.handler)
  const docsOf = async (response: Response | undefined) => String((await response?.json())?.docs)

  it("is a link to its section on a page that the service serves: of the API, of users and of guards", async () => {
    const user = linked.countersign.forUser(() => undefined)
    const guard = linked.countersign.api.in({ platformId: "alpha", mode: "sandbox" }).requireSession()
    const refusals = {
      endpointnotfound: handler(new Request("https://api.example.com/wallet/2025-10-13/nothing")),
      tokenrefused: handler(new Request("https://api.example.com/wallet/2025-10-13/customers")),
      userunknown: user(new Request("https://app.example.com/2025-10-13/customers")),
      originrefused: user(new Request("https://app.example.com/", { headers: { origin: "https://evil.example" } })),
      sessionproofmissing: guard.check(new Request("https://app.example.com/me")).then(({ answer }) => answer)
    }
    for (const [anchor, refusal] of Object.entries(refusals)) {
      const docs = await docsOf(await refusal)
      expect(docs).toBe(`${errorsUrl}#${anchor}`)
      const page = await handler(new Request(docs))
      expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
      expect(await page.text()).toContain(`<h2 id="${anchor}">`)
    }
  })

  it("has a section for every refusal, as text of the catalogue", async () => {
    const page = await (await handler(new Request(errorsUrl))).text()
    const ids = Array.from(page.matchAll(/<h2 id="([^"]+)">/gu), ([, id]) => id)
    expect(ids).toEqual(Object.keys(catalogue).map((tag) => tag.toLowerCase()))
    expect(page).toContain(catalogue.OtpWrong.remedy)
  })

  it("has the same length in HEAD as in GET", async () => {
    const [get, head] = await Promise.all(
      ["GET", "HEAD"].map((method) => handler(new Request("https://api.example.com/wallet/nothing", { method })))
    )
    expect(head?.headers.get("content-length")).toBe(String((await get?.text())?.length))
  })

  it("is the path of the page in the repository without the option, and is on no page then", async () => {
    expect(await docsOf(await ask(production, "/nothing"))).toBe("docs/generated/errors.md#endpointnotfound")
    expect((await ask(production, "/errors")).status).toBe(404)
    expect((await ask(world, "/errors")).status).toBe(200)
  })
})
