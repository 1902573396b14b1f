import { basic, callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"
import { endpoints } from "./document.ts"

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())

const wrong: ReadonlyArray<readonly [string, Record<string, string>]> = [
  ["no token", {}],
  ["an unknown token", { authorization: basic({ token: "unknown", secret: "x" }) }],
  ["a wrong secret", { authorization: basic({ ...callers.a, secret: "x" }) }]
]

const encoder = new TextEncoder()

/** A call whose body counts its reads and the bytes it delivered. */
const counted = async (path: string, method: string, headers: Record<string, string>, size = 1_048_576) => {
  let reads = 0
  let bytes = 0
  const reply = await world.countersign.serve({
    method,
    target: `/2025-10-13${path}`,
    headers: { "content-type": "application/json", "content-length": String(size), ...headers },
    body: async () => {
      reads += 1
      bytes += size
      return encoder.encode("{".repeat(size))
    },
    onDisconnect: () => () => {}
  })
  return { status: reply.status, reads, bytes }
}

/** Every request that can have a body. */
const changes = endpoints.filter(({ method }) => method !== "GET")

describe("FA5: an unauthenticated call", () => {
  it.each(wrong)("with %s is answered with 401 at every endpoint, without reading its body", async (_, headers) => {
    for (const { method, path } of changes) {
      const { reads, status } = await counted(path, method, headers)
      expect([method, path, status, reads]).toEqual([method, path, 401, 0])
    }
  })

  it("is answered with 401 whatever its body is, and the web handler reads no byte of a megabyte", async () => {
    for (const [, headers] of wrong) {
      for (const type of ["application/json", "text/plain", "application/octet-stream"]) {
        let pulled = 0
        const body = new ReadableStream(
          {
            pull: (controller) => {
              pulled += 65_536
              controller.enqueue(new Uint8Array(65_536))
            }
          },
          { highWaterMark: 0 }
        )
        const init: RequestInit & { readonly duplex: "half" } = {
          method: "POST",
          headers: { ...headers, "content-type": type },
          body,
          duplex: "half"
        }
        const answer = await world.countersign.handler(new Request("http://x/2025-10-13/customers", init))
        expect([answer.status, pulled]).toEqual([401, 0])
      }
    }
  })

  it("is answered with 401, and a call without the scope with 403, before the body is read", async () => {
    const made = await world.call(callers.a, "POST", "/tokens", { body: { name: "reader", permissions: ["VIEW"] } })
    const authorization = basic({ token: made.body.clientId, secret: made.body.clientSecret })
    const { reads, status } = await counted("/customers", "POST", { authorization })
    expect([status, reads]).toEqual([403, 0])
  })

  it("that is throttled is answered with 429 before its body is read", async () => {
    const slow = makeWorld({ logs: "none", policy: { callsPerToken: { capacity: 1, refillEvery: 86_400_000 } } })
    await slow.call(callers.a, "GET", "/customers")
    let reads = 0
    const reply = await slow.countersign.serve({
      method: "POST",
      target: "/2025-10-13/customers",
      headers: { authorization: basic(callers.a), "content-type": "application/json" },
      body: async () => {
        reads += 1
        return encoder.encode("{}")
      },
      onDisconnect: () => () => {}
    })
    expect([reply.status, reads]).toEqual([429, 0])
    await slow.countersign.close()
  })
})

describe("FA5: bodyLimit", () => {
  it("is passed to the host, 64 KiB by default, and a longer body is answered with 413", async () => {
    for (const bodyLimit of [undefined, 2048]) {
      const made = makeWorld({ logs: "none", ...(bodyLimit === undefined ? {} : { bodyLimit }) })
      const limits: Array<number> = []
      const ask = (length: number) =>
        made.countersign.serve({
          method: "POST",
          target: "/2025-10-13/customers",
          headers: { authorization: basic(callers.a), "content-type": "application/json" },
          body: async (limit) => {
            limits.push(limit)
            return length > limit ? "BodyTooLarge" : encoder.encode('{"customerType":"INDIVIDUAL"}'.padEnd(length))
          },
          onDisconnect: () => () => {}
        })
      const limit = bodyLimit ?? 65_536
      expect([(await ask(limit)).status, (await ask(limit + 1)).status, ...limits]).toEqual([201, 413, limit, limit])
      const raw = `{"customerType":"INDIVIDUAL"}`.padEnd(limit + 1)
      expect((await made.call(callers.a, "POST", "/customers", { raw })).status).toBe(413)
      await made.countersign.close()
    }
  })

  it.each([1023, 1_048_577, 1.5, "64k"])("is rejected at start when it is %o", (bodyLimit) => {
    expect(() => makeWorld({ bodyLimit: Object(bodyLimit).valueOf() })).toThrow(
      "bodyLimit must be a number of bytes from 1024 to 1048576"
    )
  })
})
