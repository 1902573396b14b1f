import { describe, expect, it } from "vitest"
import { hosts, nextCalls, storiesOf } from "../src/index.ts"

/** Answers the method it was asked by. */
const named = async ({ method }: Request) => new Response(null, { headers: { "x-method": method } })

const asked = async (route: Parameters<typeof nextCalls>[0], method: string) => {
  const { headers, status } = await nextCalls(route)(new Request("http://localhost/x", { method }))
  return [status, headers.get("x-method"), headers.get("allow")]
}

describe("our stand-in calls a route as Next does", () => {
  it("asks the handler of each method that the route exports", async () => {
    const route = { GET: named, HEAD: named, OPTIONS: named, POST: named, PUT: named, DELETE: named, PATCH: named }
    for (const method of Object.keys(route)) expect(await asked(route, method)).toEqual([200, method, null])
  })

  it("answers HEAD by GET, and OPTIONS by itself, where the route leaves them out", async () => {
    expect(await asked({ GET: named }, "HEAD")).toEqual([200, "HEAD", null])
    expect(await asked({ GET: named, POST: named }, "OPTIONS")).toEqual([204, null, "GET, HEAD, OPTIONS, POST"])
    expect(await asked({ POST: named }, "OPTIONS")).toEqual([204, null, "OPTIONS, POST"])
  })

  it("refuses a method that the route leaves out, and one that Next does not know", async () => {
    expect(await asked({ GET: named }, "POST")).toEqual([405, null, null])
    expect(await asked({ POST: named }, "HEAD")).toEqual([405, null, null])
    expect(await asked({ GET: named }, "PURGE")).toEqual([400, null, null])
  })

  it("makes a story of the conversation of every method that it has to hand on", () => {
    const [host] = hosts.next
    const names = host === undefined ? [] : storiesOf(host).map(({ name }) => name)
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]) {
      expect(names).toContain(`${method} arrives as ${method}`)
    }
  })
})
