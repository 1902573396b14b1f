import { createHash, randomBytes, randomUUID } from "node:crypto"
import { type ActiveSession, createClient, generateKeyPair, type KeyStore, memoryKeyStore } from "@countersign/client"
import { countersignExpress } from "@countersign/express"
import { listening } from "@countersign/harness/listening"
import { makeWorld } from "@countersign/harness/world"
import type { Countersign, VisitorIdentity } from "countersign"
import express from "express"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CLIENT_ID, openIdProvider } from "../src/backend/openid/provider.ts"

const environment = { platformId: "alpha", mode: "production" } as const
const identities: Array<Omit<VisitorIdentity, "request">> = []
const app = express()
let server: Awaited<ReturnType<typeof listening>>
let origin: string
let countersign: Countersign

/** A host in production that signs visitors up, and the provider, whose signatures it verifies. */
beforeAll(async () => {
  server = await listening(app)
  origin = `http://127.0.0.1:${server.port}`
  const issuer = `${origin}/openid`
  const oidc = { issuers: [{ issuer, jwksUri: `${issuer}/jwks`, audiences: [CLIENT_ID] }] }
  countersign = makeWorld({ clock: "real", production: { oidc } }).countersign
  const api = countersign.api.in(environment)
  const sessions = new Map<string, string>()
  const signedIn = (user: { readonly customerId: string; readonly accountId: string }) => {
    const sid = randomUUID()
    sessions.set(sid, user.customerId)
    return { ...user, headers: { "set-cookie": `sid=${sid}; HttpOnly` } }
  }
  const visitors = countersign.forVisitor(
    (request) => {
      const customerId = sessions.get(/sid=([\w-]+)/u.exec(request.headers.get("cookie") ?? "")?.[1] ?? "")
      return customerId === undefined ? undefined : { ...environment, customerId }
    },
    {
      ...environment,
      signIn: async ({ accountId, customerId, email }) =>
        email === undefined ? signedIn({ accountId, customerId }) : undefined,
      signUp: async ({ request: _, ...identity }) => {
        identities.push(identity)
        const { id: customerId } = await api.customers.create({ customerType: "INDIVIDUAL" })
        const { data } = await api.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })
        return signedIn({ customerId, accountId: data[0]?.id ?? "" })
      }
    }
  )
  const redirectUris = [`${origin}/signed-in`]
  app.use("/openid", await openIdProvider({ issuer, redirectUris, now: async () => Date.now() }))
  app.use("/wallet", countersignExpress(visitors))
})
afterAll(async () => {
  await server?.close()
  await countersign?.close()
})

/** A browser: its cookies, its storage of a tab, and its keys, which each page of the app finds again. */
const browser = () => {
  let cookie = ""
  const tab = new Map<string, string>()
  const kept = new Map<string, ActiveSession>()
  const keyStore: KeyStore = {
    ...memoryKeyStore(),
    create: generateKeyPair,
    save: async (session) => void kept.set(session.id, session),
    recall: async (id) => kept.get(id),
    drop: async (id) => void kept.delete(id)
  }
  const page = () =>
    createClient({
      baseUrl: `${origin}/wallet/2025-10-13`,
      bundleSigner: countersign.bundleSigner,
      keyStore,
      fetch: async (url, init) => {
        const answer = await fetch(url, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie }
        })
        cookie = answer.headers.get("set-cookie") ?? cookie
        return answer
      }
    })
  /** Leaves the page for that of the provider, and returns the address that the provider redirects to. */
  const redirected = async (sub: string): Promise<string> => {
    const { nonce, state } = await page().visitors.beginOidc()
    const verifier = randomBytes(32).toString("base64url")
    tab.set(state, verifier)
    const query = new URLSearchParams({
      client_id: CLIENT_ID,
      response_type: "code",
      scope: "openid email",
      redirect_uri: `${origin}/signed-in`,
      state,
      nonce,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256"
    })
    const body = new URLSearchParams({ sub })
    const answer = await fetch(`${origin}/openid/authorize?${query}`, { method: "POST", body, redirect: "manual" })
    return answer.headers.get("location") ?? ""
  }
  /** The page that the provider returns to: redeems the code with the verifier of its state, and signs in. */
  const returned = async (address: string, verifiers = tab) => {
    const answer = new URL(address).searchParams
    const state = answer.get("state") ?? ""
    const verifier = verifiers.get(state) ?? ""
    const response = await fetch(`${origin}/openid/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: CLIENT_ID,
        code: answer.get("code") ?? "",
        code_verifier: verifier,
        redirect_uri: `${origin}/signed-in`
      })
    })
    const { id_token: oidcToken = "" } = await response.json()
    return page().visitors.signInWithOidc({ state, oidcToken })
  }
  return { page, redirected, returned, tab }
}

describe("a visitor who is redirected to an OpenID provider (GU4)", () => {
  it("signs up, and signs in again to the same wallet from another browser", async () => {
    const first = browser()
    const ada = await first.returned(await first.redirected("ada"))
    expect(ada.session?.accountId).toBe(ada.accountId)
    expect(identities).toEqual([
      { issuer: `${origin}/openid`, audience: CLIENT_ID, subject: "ada", email: "ada@id.example" }
    ])
    const sessions = await first.page().sessions.list(ada.accountId, { current: ada.session })
    expect(sessions.map(({ isCurrent, type }) => [isCurrent, type])).toEqual([[true, "OAUTH"]])
    if (ada.session === undefined) throw new Error("the new wallet has the identity")
    const second = browser()
    const again = await second.returned(await second.redirected("ada"))
    expect([again.accountId, again.customerId, identities.length]).toEqual([ada.accountId, ada.customerId, 1])
    await first.page().logout(ada.session)
    expect((await second.page().sessions.list(again.accountId)).map(({ id }) => id)).toEqual([again.session?.id])
  })

  it("is signed in by no answer of another browser, though its code is redeemed (login CSRF)", async () => {
    const [attacker, victim] = [browser(), browser()]
    const address = await attacker.redirected("grace")
    const before = identities.length
    await expect(victim.returned(address, attacker.tab)).rejects.toThrow("not begun in this browser")
    expect(identities.length).toBe(before)
  })

  it("uses an answer once", async () => {
    const { page, redirected, returned } = browser()
    const address = await redirected("grace")
    await returned(address)
    await expect(returned(address)).rejects.toThrow("was completed")
    const state = new URL(address).searchParams.get("state") ?? ""
    await expect(page().visitors.signInWithOidc({ state, oidcToken: "a token" })).rejects.toThrow("was completed")
  })
})
