import { createServer } from "node:https"
import { portOf } from "@countersign/harness/listening"
import { limit } from "@countersign/harness/rounds"
import { certificate } from "@countersign/harness/smtp/certificate"
import { hostileUrls } from "@countersign/harness/webhooks/hostileUrls"
import { listener } from "@countersign/harness/webhooks/sender"
import { describe, expect, it, onTestFinished } from "vitest"
import { publicFetch } from "../src/index.ts"

const get = (fetch: ReturnType<typeof publicFetch>, url: string, timeout = 60_000) =>
  fetch(url, { headers: { accept: "application/json" }, signal: AbortSignal.timeout(timeout) })
const wordOf = (fetch: ReturnType<typeof publicFetch>, url: string) =>
  get(fetch, url).then(
    ({ status }) => status,
    ({ message }) => message
  )

describe("PL3 W1: a document of an issuer that a platform names", () => {
  it("is requested from no address of the host's own network, also where sandbox webhooks may be private", async () => {
    const { hits, port } = await listener()
    const fetch = publicFetch({ ports: [port], allowPrivate: true })
    const words = await Promise.all(hostileUrls(port).map((url) => wordOf(fetch, url)))
    expect(new Set(words)).toEqual(new Set(["URL_REFUSED"]))
    for (const address of ["127.0.0.1", "::1", "10.0.0.1", "169.254.169.254", "fe80::1"]) {
      const inside = publicFetch({ ports: [port], resolve: async () => [address] })
      expect(await wordOf(inside, `https://id.example.com:${port}/`)).toBe("NO_PUBLIC_ADDRESS")
    }
    expect(hits()).toBe(0)
  })

  it("is read over TLS by GET, and a redirect is its answer", async () => {
    const name = "id.example.com"
    const pair = await certificate(name)
    const seen: Array<string> = []
    const server = createServer({ key: pair.key, cert: pair.cert, keepAliveTimeout: 600_000 }, (request, response) => {
      seen.push(`${request.method} ${request.headers.host} ${request.url} ${request.headers.accept}`)
      if (request.url === "/moved") response.writeHead(302, { location: "https://127.0.0.1/" }).end()
      else response.end('{"issuer":"x"}')
    })
    const port = await portOf(server)
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const fetch = publicFetch({ allowPrivate: true, ca: pair.cert, resolve: async () => ["127.0.0.1"] }, "sandbox")
    const { body, status } = await get(fetch, `https://${name}:${port}/a?b`)
    let text = ""
    for await (const chunk of body) text += new TextDecoder().decode(chunk)
    expect([status, text]).toEqual([200, '{"issuer":"x"}'])
    expect(seen).toEqual([`GET ${name}:${port} /a?b application/json`])
    expect(await wordOf(fetch, `https://${name}:${port}/moved`)).toBe(302)
    expect(seen).toHaveLength(2)
    // Another name than the certificate's.
    expect(await wordOf(fetch, `https://other.example.com:${port}/`)).toContain("certificate")
  })

  it("that never arrives ends with the caller's timeout", async () => {
    const { port } = await listener(() => undefined)
    const fetch = publicFetch({ allowPrivate: true }, "sandbox")
    const begun = Date.now()
    await expect(get(fetch, `http://127.0.0.1:${port}/`, 100)).rejects.toThrow("TIMED_OUT")
    expect(Date.now() - begun).toBeLessThan(limit(1500))
  })
})
