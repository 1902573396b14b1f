import { basic, callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"
import { endpoints } from "./document.ts"

const world = makeWorld()
afterAll(() => world.countersign.close())

// A web Request cannot have the methods TRACE and CONNECT. The conversation of each host adapter covers them.
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]

const overrides = {
  "x-http-method-override": "DELETE",
  "x-http-method": "DELETE",
  "x-method-override": "DELETE"
}

const ask = (method: string, path: string, more: Record<string, string> = {}) =>
  world.countersign.handler(
    new Request(`http://x/2025-10-13${path}`, { method, headers: { authorization: basic(callers.a), ...more } })
  )

const templates = new Map(endpoints.map(({ path, template }) => [template, path]))

describe("H17: a method", () => {
  it.each([...templates])("that %s does not have is answered with 405 and Allow", async (template, path) => {
    const listed = endpoints.filter((each) => each.template === template).map(({ method }) => method)
    // Every path with GET also answers HEAD.
    const has = listed.includes("GET") ? [...listed, "HEAD"] : listed
    for (const method of METHODS.filter((each) => !has.includes(each))) {
      const response = await ask(method, path)
      expect([method, response.status]).toEqual([method, 405])
      expect(response.headers.get("allow")?.split(", ").sort()).toEqual([...has].sort())
    }
  })

  it("is read from the request line only: no header and no query parameter overrides it", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const list = await ask("GET", `/auth/credentials?accountId=${accountId}`, overrides)
    expect(list.status).toBe(200)
    const challenge = await ask("POST", `/auth/credentials/${credentialId}/challenge?_method=DELETE`, overrides)
    expect(challenge.status).toBe(200)
    const { body } = await world.call(callers.a, "GET", `/auth/credentials?accountId=${accountId}`)
    expect(body.data.map(({ id }: { readonly id: string }) => id)).toEqual([credentialId])
  })
})
