import { createHash, randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createRemoteJWKSet, jwtVerify } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { served } from "./served.ts"

let folder: string
let server: Awaited<ReturnType<typeof served>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-openid-"))
  server = await served(folder)
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const verifier = randomBytes(32).toString("base64url")
const asked = (change: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    client_id: "web-wallet",
    response_type: "code",
    scope: "openid email",
    redirect_uri: `${server.origin}/signed-in.html`,
    state: "a state",
    nonce: "a nonce",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...change
  })

/** Submits an identity on the consent page. Returns the URL that it redirects to. */
const answered = async (sub: string): Promise<URL> => {
  const response = await fetch(`${server.origin}/openid/authorize?${asked()}`, {
    method: "POST",
    body: new URLSearchParams({ sub }),
    redirect: "manual"
  })
  expect(response.status).toBe(303)
  return new URL(response.headers.get("location") ?? "")
}

const token = (code: string, change: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.origin}/openid/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: "web-wallet",
      code,
      code_verifier: verifier,
      redirect_uri: `${server.origin}/signed-in.html`,
      ...change
    })
  })

describe("the local identity provider", () => {
  it("supports discovery, and issues a token that a standard OpenID client verifies", async () => {
    const discovered = await (await fetch(`${server.origin}/openid/.well-known/openid-configuration`)).json()
    expect(discovered.issuer).toBe(`${server.origin}/openid`)
    expect(await (await fetch(`${discovered.authorization_endpoint}?${asked()}`)).text()).toContain("Ada Lovelace")
    const back = await answered("ada")
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: "a state", iss: discovered.issuer })
    const answer = await (await token(back.searchParams.get("code") ?? "")).json()
    const keys = createRemoteJWKSet(new URL(discovered.jwks_uri))
    const { payload } = await jwtVerify(answer.id_token, keys, { issuer: discovered.issuer, audience: "web-wallet" })
    expect(payload).toMatchObject({ sub: "ada", email: "ada@id.example", nonce: "a nonce" })
  })

  it("redeems a code once, and only with its PKCE verifier", async () => {
    const code = async () => (await answered("grace")).searchParams.get("code") ?? ""
    expect((await token(await code(), { code_verifier: "another" })).status).toBe(400)
    expect((await token(await code(), { redirect_uri: "http://elsewhere.example/" })).status).toBe(400)
    expect((await token(await code(), { client_id: "another" })).status).toBe(400)
    const once = await code()
    expect((await token(once)).status).toBe(200)
    expect((await token(once)).status).toBe(400)
    expect((await token("guessed")).status).toBe(400)
  })

  it("returns access_denied to the page when the end user cancels", async () => {
    expect((await answered("")).searchParams.get("error")).toBe("access_denied")
    expect((await answered("an unknown sub")).searchParams.get("error")).toBe("access_denied")
  })

  it.each([
    [{ redirect_uri: "https://evil.example/" }, "The redirect_uri is not registered for this client."],
    [{ client_id: "another" }, "The client_id is unknown."],
    [{ response_type: "token" }, "The only supported response_type is code."],
    [{ scope: "email" }, "The scope must include openid."],
    [{ state: "" }, "The state parameter is required."],
    [{ code_challenge_method: "plain" }, "A code_challenge with method S256 is required."]
  ])("does not redirect for %j", async (change, sentence) => {
    for (const method of ["GET", "POST"]) {
      const response = await fetch(`${server.origin}/openid/authorize?${asked(change)}`, { method, redirect: "manual" })
      expect([response.status, await response.text()]).toEqual([400, sentence])
    }
  })

  it("escapes its query string in the page", async () => {
    const response = await fetch(`${server.origin}/openid/authorize?${asked({ state: '"><script>alert(1)</script>' })}`)
    expect(await response.text()).not.toContain("<script>")
  })
})
