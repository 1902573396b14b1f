import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AccessRule, SIGNED_OPERATIONS } from "countersign/effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ACTIVITY_TYPES } from "../src/operator/history.ts"
import { OPERATIONS, RULES } from "../src/operator/policy.ts"
import { browserOf } from "./browserOf.ts"
import { served } from "./served.ts"

let folder: string
let server: Awaited<ReturnType<typeof served>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-operator-"))
  await writeFile(join(folder, "operator.html"), "<!doctype html><title>Operator</title>")
  server = await served(folder)
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const call = async (method: string, path: string, options: { cookie?: string; body?: string; site?: string } = {}) => {
  const { body, cookie = "", site = "same-origin" } = options
  const response = await fetch(`${server.url}operator/${path}`, {
    method,
    headers: { cookie, "sec-fetch-site": site, "content-type": "application/json" },
    ...(body === undefined ? {} : { body })
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) }
}

const signedIn = async (name: string): Promise<string> => {
  const { headers } = await call("POST", "sign-in", { body: JSON.stringify({ name }) })
  return headers.get("set-cookie")?.split(";")[0] ?? ""
}

const suspension = (accountId: string) => `api/operator/accounts/${accountId}/suspend`
const why = (reason: string, more = {}) => JSON.stringify({ reason, ...more })

describe("the backend of the operator's page", () => {
  it("serves the page with a policy that blocks foreign and inline scripts", async () => {
    const response = await fetch(`${server.url}operator`)
    expect(response.url).toBe(`${server.url}operator/`)
    expect(await response.text()).toContain("<title>Operator</title>")
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'")
  })

  it("I18: has a token with the scopes VIEW and OPERATE alone, and revokes it when it closes", async () => {
    const tokens = async () => (await server.platform.tokens.list()).data.filter(({ name }) => name === "operator page")
    expect((await tokens()).map(({ permissions }) => permissions)).toEqual([["VIEW", "OPERATE"]])
    await server.closeOperator()
    expect(await tokens()).toEqual([])
    await server.close()
    server = await served(folder)
  })

  it("offers every type of activity as a filter", async () => {
    const { components, paths } = await server.document()
    const { schema } = paths["/activity"].get.parameters.find(({ name }: { readonly name: string }) => name === "type")
    expect(ACTIVITY_TYPES.toSorted()).toEqual((schema.enum ?? components.schemas.ActivityType.enum).toSorted())
  })

  it("explains each operation and each rule that a policy may name", () => {
    // Any session signs these two: no policy names them.
    const { CANCEL_RECOVERY, REVOKE_SESSION, ...ruled } = SIGNED_OPERATIONS
    expect(OPERATIONS.toSorted()).toEqual(["LOGIN", ...Object.keys(ruled)].toSorted())
    expect([...RULES.keys()].toSorted()).toEqual(AccessRule.literals.toSorted())
  })

  it("requires a name, and sets an HttpOnly and SameSite=Strict cookie for its own path", async () => {
    for (const name of ["", " ", "a\nb", "a".repeat(101), 7]) {
      const { body, status } = await call("POST", "sign-in", { body: JSON.stringify({ name }) })
      expect([name, status, body.code]).toEqual([name, 400, "INVALID_INPUT"])
    }
    const { headers } = await call("POST", "sign-in", { body: JSON.stringify({ name: "Grace" }) })
    expect(headers.get("set-cookie")).toMatch(/^operator=[\w-]{43}; Path=\/operator; HttpOnly; SameSite=Strict$/u)
  })

  it("rejects calls without a sign-in, after a sign-out, and with the cookie of an end user", async () => {
    const ada = await browserOf(server.origin)
    const cookie = await signedIn("Grace")
    expect((await call("GET", "api/customers", { cookie })).status).toBe(200)
    expect((await call("GET", "me", { cookie })).body).toEqual({ name: "Grace" })
    await call("POST", "sign-out", { cookie, body: "{}" })
    for (const each of ["", cookie, ada.cookie, ada.cookie.replace("wallet", "operator")]) {
      expect((await call("GET", "api/customers", { cookie: each })).status).toBe(401)
      const { accountId } = ada.me
      expect((await call("POST", suspension(accountId), { cookie: each, body: why("x") })).status).toBe(401)
    }
    expect((await ada.api("GET", `/internal-accounts/${ada.me.accountId}`)).body.status).toBe("ACTIVE")
  })

  it("rejects calls of another origin, and bodies that a form can send", async () => {
    const cookie = await signedIn("Grace")
    const { accountId } = (await browserOf(server.origin)).me
    for (const site of ["same-site", "cross-site"]) {
      for (const path of ["me", "sign-in", "api/customers", suspension(accountId)]) {
        expect((await call("POST", path, { cookie, site, body: why("x") })).status).toBe(403)
      }
    }
    const form = { cookie, "content-type": "text/plain" }
    const sent = await fetch(`${server.url}operator/${suspension(accountId)}`, {
      method: "POST",
      headers: form,
      body: why("x")
    })
    expect(sent.status).toBe(415)
  })

  it("I18: makes no call that is not on its list, with any spelling of the path", async () => {
    const cookie = await signedIn("Grace")
    const { accountId } = (await browserOf(server.origin)).me
    for (const [method, path] of [
      ["POST", "customers"],
      ["GET", "tokens"],
      ["POST", "tokens"],
      ["GET", "webhooks/secret"],
      ["PATCH", "config"],
      ["PATCH", `internal-accounts/${accountId}`],
      ["POST", `internal-accounts/${accountId}/export`],
      ["POST", `sandbox/internal-accounts/${accountId}/fund`],
      ["POST", "sandbox/clock/advance"],
      ["POST", "auth/credentials"],
      ["POST", "quotes"],
      ["DELETE", `operator/accounts/${accountId}/suspend`],
      ["POST", `operator/accounts/${accountId}/suspend/..%2f..`],
      ["GET", `customers/%2e%2e%2ftokens`]
    ] as const) {
      const sent = method === "GET" ? {} : { body: "{}" }
      const { body, status } = await call(method, `api/${path}`, { cookie, ...sent })
      expect([method, path, status, body.code]).toEqual([method, path, 404, "NOT_FOUND"])
    }
  })

  it("names the operator who signed in, whatever the body states", async () => {
    const cookie = await signedIn("Grace Hopper")
    const ada = await browserOf(server.origin)
    const { accountId } = ada.me
    const body = why("Ticket 4711", { actor: "Somebody else" })
    expect((await call("POST", suspension(accountId), { cookie, body })).status).toBe(204)
    const [act] = (await call("GET", `api/activity?accountId=${accountId}`, { cookie })).body.data
    expect(act).toMatchObject({ actor: "OPERATOR", actorName: "Grace Hopper", reason: "Ticket 4711" })
    expect((await ada.api("GET", `/internal-accounts/${accountId}`)).body.status).toBe("FROZEN")
    const again = await call("POST", suspension(accountId), { cookie, body })
    expect([again.status, again.body.code]).toEqual([409, "CONFLICT"])
  })
})
