import { mountedUnder } from "countersign"
import { describe, expect, it } from "vitest"

/** Returns the method, the path, the query and the body that it received. */
const echo = async (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return new Response([request.method, pathname, search, await request.text()].join(" "))
}

const ask = async (prefix: string, path: string, init: RequestInit = {}) => {
  const response = await mountedUnder(prefix, echo)(new Request(`http://localhost${path}`, init))
  return response.status === 200 ? await response.text() : response.status
}

describe("a web handler mounted under a prefix", () => {
  it.each([
    ["/wallet/x", "GET /x  "],
    ["/wallet/wallet/x", "GET /wallet/x  "],
    ["/wallet", "GET /  "],
    ["/wallet/", "GET /  "],
    ["/wallet?a=%20b&a=c%2Fd", "GET / ?a=%20b&a=c%2Fd "],
    ["/wallet/a%20b%25/AuthMethod%3A1", "GET /a%20b%25/AuthMethod%3A1  "]
  ])("receives %s without the prefix", async (path, seen) => {
    expect(await ask("/wallet", path)).toBe(seen)
    expect(await ask("/wallet/", path)).toBe(seen)
  })

  it.each(["/wallet/%61", "/wallet/a%2Fb", "/wallet//evil.example/x", "/w%61llet/x", "/wallet/a%5Cb"])(
    "FA6 FA7: never receives %s, which parsers read as different paths",
    async (path) => {
      for (const prefix of ["/wallet", "/"]) {
        const response = await mountedUnder(prefix, echo)(new Request(`http://localhost${path}`))
        expect([response.status, (await response.json()).reason]).toEqual([400, "Path not in normal form"])
        expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/u)
      }
    }
  )

  it.each(["/", "/x", "/walletx", "/Wallet/x", "/x/wallet", "/?/wallet/x", "/wallet/../x"])(
    "never receives %s, a path beside the prefix, which is refused by name",
    async (path) => {
      expect(await ask("/wallet", path)).toBe(404)
      const response = await mountedUnder("/wallet", echo)(new Request(`http://localhost${path}`))
      expect((await response.json()).code).toBe("REFERENCE_NOT_FOUND")
    }
  )

  it.each(["", "/"])("receives every path under %o", async (prefix) => {
    expect(await ask(prefix, "/wallet/x")).toBe("GET /wallet/x  ")
  })

  it.each(["/", "/wallet"])("under %s never receives TRACE, even if the server passes it", async (prefix) => {
    // Built like the requests of @hono/node-server.
    const request = Object.defineProperty(new Request("http://localhost/wallet/x"), "method", { get: () => "TRACE" })
    const response = await mountedUnder(prefix, echo)(request)
    expect([response.status, (await response.json()).code]).toEqual([405, "METHOD_NOT_ALLOWED"])
  })

  it("receives the method, the headers and the body unchanged", async () => {
    expect(await ask("/a/b", "/a/b/c", { method: "PATCH", body: '{"a":1.0}' })).toBe('PATCH /c  {"a":1.0}')
    const headers = { authorization: "Basic YTpi", "x-case": "AbC" }
    const seen = mountedUnder("/a", async (request) => Response.json([...request.headers]))
    expect(await (await seen(new Request("http://localhost/a", { headers }))).json()).toEqual(Object.entries(headers))
  })

  it("D16: receives an abort signal when its caller disconnects", async () => {
    const leaving = new AbortController()
    const reported = new Promise((resolve) => {
      mountedUnder("/a", async ({ signal }) => {
        signal.addEventListener("abort", resolve)
        return new Response()
      })(new Request("http://localhost/a", { signal: leaving.signal }))
    })
    leaving.abort()
    await reported
  })
})
