import { describe, expect, it } from "vitest"
import { hosts, nextCalls, storiesOf } from "../src/index.ts"

/** Responds with the method of the request. */
const named = async ({ method }: Request) => new Response(null, { headers: { "x-method": method } })

const requested = async (route: Parameters<typeof nextCalls>[0], method: string) => {
  const { headers, status } = await nextCalls(route)(new Request("http://localhost/x", { method }))
  return [status, headers.get("x-method"), headers.get("allow")]
}

describe("the replacement for Next calls a route as Next does", () => {
  it("calls the handler of each method that the route exports", async () => {
    const route = { GET: named, HEAD: named, OPTIONS: named, POST: named, PUT: named, DELETE: named, PATCH: named }
    for (const method of Object.keys(route)) expect(await requested(route, method)).toEqual([200, method, null])
  })

  it("answers HEAD by GET, and OPTIONS itself, if the route does not export them", async () => {
    expect(await requested({ GET: named }, "HEAD")).toEqual([200, "HEAD", null])
    expect(await requested({ GET: named, POST: named }, "OPTIONS")).toEqual([204, null, "GET, HEAD, OPTIONS, POST"])
    expect(await requested({ POST: named }, "OPTIONS")).toEqual([204, null, "OPTIONS, POST"])
  })

  it("rejects a method that the route does not export, and one that Next does not know", async () => {
    expect(await requested({ GET: named }, "POST")).toEqual([405, null, null])
    expect(await requested({ POST: named }, "HEAD")).toEqual([405, null, null])
    expect(await requested({ GET: named }, "PURGE")).toEqual([400, null, null])
  })

  it("is tested with every method that it has to pass on", () => {
    const [host] = hosts.next
    const names = host === undefined ? [] : storiesOf(host).map(({ name }) => name)
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]) {
      expect(names).toContain(`${method} arrives as ${method}`)
    }
  })
})
