import { createHash } from "node:crypto"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { createClient, SignInNotPendingError } from "../src/index.ts"
import { leaveForOpenId, OpenIdError, type OpenIdProvider, signInWithOpenId, takeOpenIdAnswer } from "../src/openid.ts"
import { BASE_URL, bundleSigner } from "./service.ts"

const provider: OpenIdProvider = { name: "Example", issuer: "https://id.example/tenant", clientId: "app" }
const STATE = "Session:0199d000-0000-7000-8000-000000000000"
const visitor = { accountId: "InternalAccount:1", customerId: "Customer:1", session: undefined }

/** A tab of a browser: its address, its storage, and the answers of a provider that it receives. */
const tab = (href = "https://pay.example/welcome?plan=1#top", document: object = {}) => {
  const listeners = new Map<string, () => void>()
  const stored = new Map<string, string>()
  const sent: Array<readonly [url: string, body: unknown]> = []
  const left: Array<URL> = []
  const go = (to: string) => {
    const { href, pathname, search } = new URL(to)
    vi.stubGlobal("location", { href, pathname, search, assign: (url: URL) => left.push(url) })
  }
  go(href)
  const { issuer } = provider
  const discovery = {
    ...{ issuer, authorization_endpoint: "https://id.example/authorize", token_endpoint: "https://id.example/token" },
    ...document
  }
  const globals = {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key)
    },
    history: { state: null, replaceState: (_: unknown, __: string, url: string) => go(new URL(url, href).href) },
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    fetch: async (url: string | URL, init?: RequestInit) => {
      sent.push([`${url}`, init?.body])
      return Response.json(`${url}`.endsWith("openid-configuration") ? discovery : { id_token: "a token" })
    }
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  /** Leaves for the provider. Resolves after the page is shown again. */
  const leave = async (own = provider) => {
    const leaving = leaveForOpenId(client, own)
    await expect.poll(() => listeners.has("pageshow")).toBe(true)
    listeners.get("pageshow")?.()
    await leaving
  }
  const query = (name: string) => left.at(-1)?.searchParams.get(name) ?? ""
  return { go, leave, left, query, sent, stored, search: () => location.search }
}

const signedIn = vi.fn(async () => visitor)
const { visitors } = createClient({ baseUrl: BASE_URL, bundleSigner })
const client = {
  visitors: {
    ...visitors,
    beginOidc: async () => ({ state: STATE, nonce: "a nonce" }),
    signInWithOidc: signedIn
  }
}
beforeEach(() => {
  signedIn.mockClear()
  return () => vi.unstubAllGlobals()
})

describe("the redirect to an OpenID provider (GU4)", () => {
  it("is bound to its state, its nonce and its verifier, which no parameter of the app replaces", async () => {
    const { leave, left, query, stored } = tab()
    await leave({ ...provider, parameters: { prompt: "select_account", state: "own", nonce: "own" } })
    expect(left.map(({ origin, pathname }) => origin + pathname)).toEqual(["https://id.example/authorize"])
    expect([query("prompt"), query("state"), query("nonce")]).toEqual(["select_account", STATE, "a nonce"])
    const [[key, value] = []] = stored
    const verifier = new URLSearchParams(value).get("verifier") ?? ""
    expect([key, verifier.length]).toEqual([`countersign:openid:${STATE}`, 43])
    expect(query("code_challenge")).toBe(createHash("sha256").update(verifier).digest("base64url"))
  })

  it.each([
    [undefined, "https://pay.example/welcome"],
    ["/signed-in?from=openid", "https://pay.example/signed-in?from=openid"],
    ["https://app.example/signed-in", "https://app.example/signed-in"]
  ])("with the redirectUri %s returns to %s", async (redirectUri, address) => {
    const { leave, query } = tab()
    await leave(redirectUri === undefined ? provider : { ...provider, redirectUri })
    expect(query("redirect_uri")).toBe(address)
  })

  it.each([
    ["is of another issuer", { issuer: "https://id.example/other" }],
    ["has a script as its address", { authorization_endpoint: "javascript:alert(1)" }],
    ["has no address", { authorization_endpoint: undefined }]
  ])("is not made where the discovery document %s", async (_, document) => {
    const { left, stored } = tab(undefined, document)
    await expect(leaveForOpenId(client, provider)).rejects.toThrow(OpenIdError)
    expect([left, stored.size]).toEqual([[], 0])
  })
})

describe("the return from an OpenID provider (GU4)", () => {
  /** A tab that has left for the provider, and is at the address that it returned to. */
  const returned = async (answer: Readonly<Record<string, string>>, own = provider) => {
    const page = tab()
    await page.leave(own)
    page.sent.length = 0
    page.go(`${page.query("redirect_uri")}${own.redirectUri === undefined ? "?" : "&"}${new URLSearchParams(answer)}`)
    return page
  }
  const answered = async (taken: ReturnType<typeof takeOpenIdAnswer>, own = provider) => {
    if (taken === undefined) throw new Error("no answer was taken")
    return signInWithOpenId(client, own, taken)
  }

  it("redeems the code with the verifier, and signs in with the token, once", async () => {
    const { search, sent, stored } = await returned({ code: "a code", state: STATE })
    const [verifier] = [...stored.values()].map((value) => new URLSearchParams(value).get("verifier") ?? "")
    const taken = takeOpenIdAnswer(provider)
    expect([search(), stored.size, takeOpenIdAnswer(provider)]).toEqual(["", 0, undefined])
    expect(await answered(taken)).toBe(visitor)
    expect(Object.fromEntries(new URLSearchParams(String(sent.at(-1)?.[1])))).toEqual({
      ...{ grant_type: "authorization_code", client_id: "app", redirect_uri: "https://pay.example/welcome" },
      ...{ code: "a code", code_verifier: verifier }
    })
    expect(signedIn.mock.calls).toEqual([[{ state: STATE, oidcToken: "a token" }]])
  })

  it("gives the code and the verifier to `redeem`, and requests nothing from the provider itself", async () => {
    const redeem = vi.fn(async () => "a token of the backend")
    const own = { ...provider, redirectUri: "/signed-in?from=openid", redeem }
    const { search, sent } = await returned({ code: "a code", state: STATE }, own)
    expect(await answered(takeOpenIdAnswer(own), own)).toBe(visitor)
    expect([search(), sent]).toEqual(["?from=openid", []])
    expect(redeem.mock.calls).toEqual([
      [
        {
          code: "a code",
          codeVerifier: expect.stringMatching(/^[\w-]{43}$/u),
          redirectUri: "https://pay.example/signed-in?from=openid"
        }
      ]
    ])
    expect(signedIn.mock.calls).toEqual([[{ state: STATE, oidcToken: "a token of the backend" }]])
  })

  it("is left to the button of its provider, and of its client", async () => {
    const { search } = await returned({ code: "a code", state: STATE })
    const others = [
      { ...provider, issuer: "https://other.example" },
      { ...provider, clientId: "other" }
    ]
    expect([others.map(takeOpenIdAnswer), search()]).toEqual([
      [undefined, undefined],
      `?code=a+code&state=${encodeURIComponent(STATE)}`
    ])
  })

  it.each([
    ["without a state", "?code=1"],
    ["with the state of another library", "?code=1&state=x"],
    ["with neither a code nor an error", `?state=${STATE}`]
  ])("is no answer %s, and stays in the address", (_, search) => {
    tab(`https://pay.example/${search}`)
    expect([takeOpenIdAnswer(provider), location.search]).toEqual([undefined, search])
  })

  it.each([
    ["access_denied", { error: "access_denied", error_description: "<b>" }],
    ["server_error", { error: "server_error", code: "a code" }],
    ["invalid_answer", { code: "a code", iss: "https://other.example" }]
  ])("throws %s, and sends no code", async (code, answer) => {
    const { sent } = await returned({ ...answer, state: STATE })
    await expect(answered(takeOpenIdAnswer(provider))).rejects.toMatchObject({ name: "OpenIdError", code })
    expect([sent, signedIn.mock.calls]).toEqual([[], []])
  })

  it("throws `invalid_answer` with its cause where the token cannot be read", async () => {
    await returned({ code: "a code", state: STATE })
    const taken = takeOpenIdAnswer(provider)
    const cause = new TypeError("fetch failed")
    const own = { ...provider, redeem: () => Promise.reject(cause) }
    await expect(answered(taken, own)).rejects.toMatchObject({ code: "invalid_answer", cause })
    for (const document of [
      { issuer: provider.issuer },
      { error: "invalid_grant", token_endpoint: "https://id.example/t", ...own }
    ]) {
      vi.stubGlobal("fetch", async () => Response.json(document))
      await expect(answered(taken)).rejects.toMatchObject({
        code: "invalid_answer",
        cause: expect.stringMatching(/grant|token_endpoint/u)
      })
    }
    expect(signedIn.mock.calls).toEqual([])
  })

  it("is of another browser where this one denies storage", async () => {
    tab(`https://pay.example/welcome?code=a+code&state=${STATE}`)
    const denied = () => {
      throw new DOMException("denied", "SecurityError")
    }
    vi.stubGlobal("sessionStorage", { getItem: denied, removeItem: denied, setItem: denied })
    await expect(answered(takeOpenIdAnswer(provider))).rejects.toThrow(SignInNotPendingError)
    await expect(leaveForOpenId(client, provider)).rejects.toThrow("denied")
  })

  it("to another browser is refused before anything is sent", async () => {
    const { sent } = tab(`https://pay.example/welcome?code=a+code&state=${STATE}`)
    await expect(answered(takeOpenIdAnswer(provider))).rejects.toThrow(SignInNotPendingError)
    expect([sent, location.search]).toEqual([[], ""])
  })
})
