import { once } from "node:events"
import { connect, createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http2"
import { nodeBridge } from "@countersign/http/node"
import { createCountersign } from "countersign"
import { afterAll, beforeAll, expect, it } from "vitest"
import { dial } from "../../../packages/kits/testkit/src/conversation/line.ts"
import { listening } from "../src/Host.ts"

const countersign = createCountersign({ logs: "none" })
const forUser = countersign.forUser(({ headers }) => {
  const [, customerId] = /(?:^|; )user=([^;]+)/u.exec(headers.get("cookie") ?? "") ?? []
  return customerId === undefined ? undefined : { platformId: "sandbox", mode: "sandbox", customerId }
})
const bridge = nodeBridge(forUser)
const server = createServer({}, (request, response) => void Reflect.apply(bridge, undefined, [request, response]))
const closers: Array<() => unknown> = [() => countersign.close(), () => server.close()]
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

let session: ReturnType<typeof connect>
let customerId = ""
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  session = connect(`http://127.0.0.1:${Object(server.address()).port}`)
  closers.push(() => session.destroy())
  const { customers } = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
  customerId = (await customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })).id
})

const statusOf = async (headers: OutgoingHttpHeaders): Promise<number> => {
  const sent = session.request({
    ":path": `/2025-10-13/customers/${customerId}`,
    cookie: `user=${customerId}`,
    ...headers
  })
  const answer = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
    sent.once("response", (headers) => resolve(headers))
    sent.once("error", reject)
  })
  sent.resume()
  return Number(answer[":status"])
}

it("GA16: over HTTP/2, forUser compares the Origin of an older browser with `:authority`", async () => {
  const own = { ":authority": "pay.example" }
  expect(await statusOf({ ...own, origin: "https://pay.example" })).toBe(200)
  expect(await statusOf({ ...own, host: "pay.example", origin: "https://pay.example" })).toBe(200)
  for (const origin of ["http://localhost", "https://localhost", "https://evil.example", "null"]) {
    expect([origin, await statusOf({ ...own, origin })]).toEqual([origin, 403])
  }
  // RFC 9113 section 8.3.1: a Host that differs is malformed.
  expect(await statusOf({ ...own, host: "evil.example", origin: "https://evil.example" })).toBe(400)
})

it("GA16: over HTTP/2, cookies that a browser sends one by one are one header (RFC 9113 section 8.2.3)", async () => {
  expect(await statusOf({ cookie: ["theme=dark", `user=${customerId}`, "last=1"] })).toBe(200)
})

it("GA16: a request without Host and `:authority` is refused with any Origin, and served without", async () => {
  const { close, origin } = await listening(bridge)
  const ask = async (more: ReadonlyArray<readonly [string, string]>) => {
    const line = await dial(origin, 10_000)
    const target = `/2025-10-13/customers/${customerId}`
    const text = [`GET ${target} HTTP/1.0`, `Cookie: user=${customerId}`, ...more.map((pair) => pair.join(": "))]
    line.say(Buffer.from(`${text.join("\r\n")}\r\n\r\n`))
    const { status } = await line.hear("GET")
    line.hangUp()
    return status
  }
  expect(await ask([])).toBe(200)
  for (const page of ["http://localhost", "http://", "https://pay.example", "null"]) {
    expect([page, await ask([["Origin", page]])]).toEqual([page, 403])
  }
  expect(
    await ask([
      ["Host", "pay.example"],
      ["Origin", "https://pay.example"]
    ])
  ).toBe(200)
  await close()
})
