import assert from "node:assert/strict"
import { once } from "node:events"
import { request } from "node:http"
import { after, test } from "node:test"
import { createClient } from "@countersign/client"
import { start } from "../src/service.ts"
import { settingsOf } from "../src/settings.ts"
import { userCookie } from "../src/userCookie.ts"

const service = await start(settingsOf({ PORT: "0" })) // a sandbox in memory
after(() => service.stop())

/** The app of a visitor: the client, with the cookie of a browser. `sent` is the whole cookie of the sign-in. */
const visitor = async (email: string) => {
  let sent = ""
  const browser: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set("cookie", sent.split("; ")[0] ?? "")
    const answer = await fetch(url, { ...init, headers })
    sent = answer.headers.getSetCookie()[0] ?? sent
    return answer
  }
  const app = createClient({
    baseUrl: `${service.url}/wallet/2025-10-13`,
    bundleSigner: service.bundleSigners,
    fetch: browser
  })
  const user = await app.visitors.signIn({ email, code: () => "000000" })
  return { app, ...user, cookie: sent }
}

const appOf = (cookie: string) =>
  createClient({
    baseUrl: `${service.url}/wallet/2025-10-13`,
    bundleSigner: service.bundleSigners,
    headers: { cookie }
  })

test("a visitor signs up by code and calls an endpoint that requires the session", async () => {
  const { accountId, app, cookie, session } = await visitor("ada@example.com")
  assert.ok(session)
  assert.deepEqual(cookie.split("; ").slice(1), ["Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=3600"])
  const url = `${service.url}/api/me`
  const answer = await fetch(url, { headers: await app.prove(session, { method: "GET", url }) })
  assert.equal(answer.status, 200)
  assert.deepEqual(await answer.json(), { accountId })
  assert.equal((await fetch(url)).status, 401)
})

test("the same address signs in to the same wallet, in any case of its letters", async () => {
  const [one, other] = [await visitor("carl@example.com"), await visitor("Carl@example.com")]
  assert.equal(one.accountId, other.accountId)
})

test("a user reaches no wallet of another, and a caller without the cookie reaches none", async () => {
  const ada = await visitor("ada@example.com")
  const bob = await visitor("bob@example.com")
  await assert.rejects(bob.app.sessions.list(ada.accountId), { status: 404 })
  await assert.rejects(appOf("").sessions.list(ada.accountId), { status: 401 })
  const [cookie] = bob.cookie.split("; ")
  await assert.rejects(appOf(`${cookie}0`).sessions.list(bob.accountId), { status: 401 })
})

test("a malformed e-mail address, and a form of another site, sign in no user", async () => {
  await assert.rejects(visitor("ada"), { status: 400 })
  for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
    const body = type === "text/plain" ? JSON.stringify({ email: "ada@example.com" }) : "email=ada@example.com"
    const url = `${service.url}/wallet/2025-10-13/auth/sign-ins`
    const answer = await fetch(url, { method: "POST", headers: { "content-type": type }, body })
    assert.ok(answer.status >= 400 && answer.status < 500)
  }
})

test("the page is in the language of its reader, and in English for one that it does not have", async () => {
  for (const [accepted, tag, title] of [
    ["", "en", "My wallet"],
    ["nl,pt-DE;q=0.9", "en", "My wallet"],
    ["DE-at, en;q=0.8", "de", "Meine Wallet"],
    ["nl, fr;q=0.5", "fr", "Mon portefeuille"]
  ] as const) {
    const page = await (await fetch(service.url, { headers: { "accept-language": accepted } })).text()
    assert.match(page, new RegExp(`<html lang="${tag}">`, "u"))
    assert.match(page, new RegExp(`<title>${title}</title>`, "u"))
  }
})

test("the service is live and ready", async () => {
  for (const check of ["live", "ready"]) assert.equal((await fetch(`${service.url}/health/${check}`)).status, 200)
})

test("a deployed service names the settings that are missing or wrong", () => {
  assert.throws(() => settingsOf({ NODE_ENV: "production", VAULT_KEY: "00" }), {
    name: "MissingSettings",
    names: ["DATABASE_URL", "WALLETS_KEY", "SERVICE_KEY", "SESSION_SECRET"]
  })
  assert.throws(() => settingsOf({ WALLET_MODE: "prod" }), /WALLET_MODE is "prod"/u)
})

test("the cookie ends after an hour, also when a thief keeps it (GA19)", (context) => {
  const { cookieOf, userOf } = userCookie(settingsOf({}))
  context.mock.timers.enable({ apis: ["Date"] })
  const user = { customerId: "Customer:1", accountId: "InternalAccount:1" }
  const [cookie] = cookieOf(user).split(";")
  context.mock.timers.tick(3_599_999)
  assert.deepEqual(userOf(cookie), user)
  context.mock.timers.tick(1)
  assert.equal(userOf(cookie), undefined)
})

test("only this machine reaches a service that is not deployed (GA19)", () => {
  const deployed = { NODE_ENV: "production", DATABASE_URL: "x", VAULT_KEY: "x", WALLETS_KEY: "x", SERVICE_KEY: "x" }
  assert.equal(settingsOf({}).host, "127.0.0.1")
  assert.equal(settingsOf({ HOST: "::" }).host, "::")
  assert.equal(settingsOf({ ...deployed, SESSION_SECRET: "x" }).host, "0.0.0.0")
  const address = service.server.address()
  assert.equal(typeof address === "object" && address?.address, "127.0.0.1")
})

test("a stopped service finishes the call in progress and accepts no more", async () => {
  const stopping = await start(settingsOf({ PORT: "0" }))
  const headers = { "content-type": "application/json", expect: "100-continue" }
  const call = request(`${stopping.url}/wallet/2025-10-13/auth/sign-ins`, { method: "POST", headers, agent: false })
  call.flushHeaders()
  await once(call, "continue") // the service has the call, and waits for its body
  const stopped = stopping.stop()
  call.end(JSON.stringify({ email: "ada@example.com" }))
  const [answer] = await once(call, "response")
  assert.equal(answer.statusCode, 200)
  answer.resume()
  await stopped
  await assert.rejects(fetch(stopping.url))
})
