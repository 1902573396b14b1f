import { readFileSync } from "node:fs"
import type { RequestListener } from "node:http"
import { type Client, createClient } from "@countersign/client"
import { countersignExpress } from "@countersign/express"
import { testDatabase } from "@countersign/harness/postgres"
import { nodeBridge, nodeGuard } from "@countersign/http/node"
import { migrate, postgres } from "@countersign/postgres"
import { decodeStamp, derToP1363, encodeBase64Url, encodeHex, encodeUtf8, STAMP_SCHEME } from "@countersign/wire"
import { CountersignError, type CountersignOptions, createCountersign, secretDigest } from "countersign"
import express from "express"
import { afterEach, describe, expect, it, vi } from "vitest"
import { listening } from "../src/Host.ts"

const database = testDatabase()
const closers: Array<() => unknown> = []
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const close of closers.splice(0).toReversed()) await close()
})

/** The message that a developer reads after the mistake. */
type Line = string

/** A sandbox on loopback, a client of it, and a function that sends it any request. */
const world = async (options: CountersignOptions = {}, mount: (handler: Handler) => RequestListener = nodeBridge) => {
  const countersign = createCountersign({ logs: "none", ...options })
  const { close, origin } = await listening(mount(countersign.handler))
  closers.push(() => countersign.close(), close)
  const { id, secret } = countersign.sandboxToken ?? { id: "", secret: "" }
  const authorization = `Basic ${btoa(`${id}:${secret}`)}`
  const baseUrl = `${origin}/2025-10-13`
  const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, ...(response.status === 204 ? {} : await response.json()) }
  }
  const client = createClient({ baseUrl, headers: { authorization }, bundleSigner: countersign.bundleSigner })
  return { ask, client, countersign, origin, authorization }
}
type Handler = (request: Request) => Promise<Response>
type World = Awaited<ReturnType<typeof world>>

/** The reason and the message of a refusal, which are shown to a developer. */
const lineOf = ({ message, reason }: { readonly reason?: string; readonly message: string }): Line =>
  reason === undefined ? message : `${reason}. ${message}`

const signedIn = async ({ ask, client }: World) => {
  const customer = await ask("POST", "/customers", { customerType: "INDIVIDUAL", email: "ada@example.com" })
  const { data } = await ask("GET", `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`)
  const [credential] = await client.credentials.list(data[0].id)
  return client.emailOtp.login({ credentialId: credential?.id ?? "", code: () => "000000" })
}

/** A session to sign out, with the headers that its client should have sent replaced. */
const ending = async (here: World, send: (challenge: Challenge, signer: Signer) => Promise<Retry>): Promise<Line> => {
  const session = await signedIn(here)
  const path = `/auth/sessions/${session.id}`
  const headers = await send(await here.ask("DELETE", path), session.signer)
  return lineOf(await here.ask("DELETE", path, undefined, headers))
}
type Challenge = { readonly payloadToSign: string; readonly requestId: string }
type Signer = Awaited<ReturnType<Client["emailOtp"]["login"]>>["signer"]
type Retry = Readonly<Record<"request-id" | "service-wallet-signature", string>>

const retry = ({ requestId }: Challenge, stamp: string): Retry => ({
  "request-id": requestId,
  "service-wallet-signature": stamp
})

const thrown = async (act: () => unknown): Promise<Line> => {
  try {
    await act()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error("Nothing was thrown")
}

/** Each mistake, reproduced, with the message that it causes. */
const turns: Readonly<Record<string, () => Promise<Line>>> = {
  "no tables": async () => {
    const { ask } = await world({ store: postgres({ pool: database.pool(), schema: "nowhere", timeout: 300_000 }) })
    return lineOf(await ask("GET", "/customers"))
  },
  "wrong secret": async () => {
    const { ask } = await world()
    return lineOf(await ask("GET", "/customers", undefined, { authorization: `Basic ${btoa("sandbox:wrong")}` }))
  },
  "re-serialised payload": async () =>
    ending(await world(), async (challenge, signer) => {
      const written = JSON.stringify(JSON.parse(challenge.payloadToSign), undefined, 2)
      return retry(challenge, await signer.sign(written))
    }),
  "raw signature": async () =>
    ending(await world(), async (challenge, signer) => {
      const { publicKey, signature } = decodeStamp(await signer.sign(challenge.payloadToSign))
      const raw = { publicKey, scheme: STAMP_SCHEME, signature: encodeHex(derToP1363(signature)) }
      return retry(challenge, encodeBase64Url(encodeUtf8(JSON.stringify(raw))))
    }),
  "expired request": async () => {
    const here = await world()
    return ending(here, async (challenge, signer) => {
      await here.ask("POST", "/sandbox/clock/advance", { seconds: 300 })
      return retry(challenge, await signer.sign(challenge.payloadToSign))
    })
  },
  "reused request": async () => {
    const here = await world()
    return ending(here, async (challenge, signer) => {
      const headers = retry(challenge, await signer.sign(challenge.payloadToSign))
      const [session] = await here.client.sessions.list(JSON.parse(challenge.payloadToSign).organizationId)
      const first = await here.ask("DELETE", `/auth/sessions/${session?.id}`, undefined, headers)
      expect(first.status).toBe(204)
      return headers
    })
  },
  "proof of another call": async () => {
    let at = Date.now()
    const here = await world({ now: () => at })
    const afterProof = () => {
      at += 120_000
    }
    return ownEndpoint(here, { afterProof })
  },
  "undeclared proxy": async () => ownEndpoint(await world(), { prefix: "/api" }),
  "server package in a page": () => {
    // As a page is, whose bundler replaces the modules of Node.
    vi.stubGlobal("document", {})
    vi.stubGlobal("process", { env: {} })
    return thrown(() => createCountersign()).finally(() => vi.unstubAllGlobals())
  },
  "development default in production": () => {
    const secretSha256 = secretDigest("a secret of production")
    const keys = { vault: secretDigest("a vault key"), service: secretDigest("a service key") }
    const tokens = [{ id: "live", secretSha256, platformId: "acme", mode: "production" as const }]
    return thrown(() => createCountersign({ tokens, keys, mailer: { sendCode: async () => {} } }))
  },
  "wrong body parser": async () => {
    const { ask } = await world({}, (handler) => {
      const app = express()
      // A middleware that logs bodies.
      app.use(async (request, _response, next) => {
        for await (const _ of request);
        next()
      })
      return app.use(countersignExpress({ handler }))
    })
    return lineOf(await ask("POST", "/customers", { customerType: "INDIVIDUAL" }))
  },
  "missing WebCrypto": async () => {
    const here = await world()
    const requested = vi.fn(fetch)
    vi.stubGlobal("fetch", requested)
    // A page served over plain http.
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const line = await thrown(() => here.client.emailOtp.login({ credentialId: "AuthMethod:1", code: () => "000000" }))
    expect(requested).not.toHaveBeenCalled()
    return line
  },
  "missing await": async () => {
    const { countersign } = await world()
    const { customers } = countersign.api.in(SANDBOX)
    const customer = customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
    return refusedLine(() => Reflect.apply(customers.read, undefined, [Reflect.get(customer, "id")]))
  },
  "`api.in` without a mode": async () => {
    const { countersign } = await world()
    return thrown(() => Reflect.apply(countersign.api.in, undefined, [{ platformId: "acme" }]))
  },
  "mode without a token": async () => {
    const { countersign } = await world()
    return thrown(() => countersign.api.in({ platformId: "acme", mode: "production" }).customers.list())
  },
  "secret not in the environment": () => thrown(() => secretDigest(process.env.COUNTERSIGN_NOT_SET)),
  "key not in the environment": () =>
    thrown(() => createCountersign({ keys: { vault: process.env.COUNTERSIGN_NOT_SET, service: "11".repeat(32) } })),
  "misspelt option": () => thrown(() => Reflect.apply(createCountersign, undefined, [{ policy: { otpLenght: 8 } }])),
  "closed instance": async () => {
    const { countersign } = await world()
    await countersign.close()
    return thrown(() => countersign.api.in(SANDBOX).customers.list())
  },
  "base URL without the version": async () => {
    const { authorization, countersign, origin } = await world()
    const client = createClient({ baseUrl: origin, headers: { authorization }, bundleSigner: countersign.bundleSigner })
    return thrown(() => client.sessions.list("InternalAccount:1"))
  },
  "code pasted twice": async () => {
    const here = await world()
    const customer = await here.ask("POST", "/customers", { customerType: "INDIVIDUAL", email: "ada@example.com" })
    const { data } = await here.ask("GET", `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`)
    const [credential] = await here.client.credentials.list(data[0].id)
    const login = { credentialId: credential?.id ?? "", code: () => "000000000000" }
    return thrown(() => here.client.emailOtp.login(login))
  },
  "another vault key": async () => {
    const pool = database.pool()
    await migrate(pool)
    const store = postgres({ pool, timeout: 300_000 })
    const service = "11".repeat(32)
    const first = await world({ store, keys: { vault: "22".repeat(32), service } })
    const customer = await first.countersign.api
      .in(SANDBOX)
      .customers.create({ customerType: "INDIVIDUAL", fullName: "Ada" })
    const second = await world({ store, keys: { vault: "33".repeat(32), service }, logs: "json" })
    const log = vi.spyOn(console, "log").mockImplementation(() => {})
    await refusedLine(() => second.countersign.api.in(SANDBOX).customers.read(customer.id))
    const causes = log.mock.calls.flatMap(([line]) => JSON.parse(line).cause ?? [])
    log.mockRestore()
    expect(causes).toHaveLength(1)
    return String(causes[0]).split("\n")[0] ?? ""
  }
}

const SANDBOX = { platformId: "sandbox", mode: "sandbox" } as const

/** The message of a rejection of the promise API, with each invalid field. */
const refusedLine = async (act: () => Promise<unknown>): Promise<Line> => {
  const error: unknown = await act().catch((cause: unknown) => cause)
  if (!(error instanceof CountersignError)) throw new Error("The call was not refused")
  const fields = (error.details?.errors ?? []).map(({ field, message }) => `${field}: ${message}`)
  return [error.message, ...fields].join(" ")
}

/** A call to the host's own endpoint, proved by its session, through a proxy that strips a prefix from the path. */
const ownEndpoint = async (here: World, { afterProof = () => {}, prefix = "" } = {}): Promise<Line> => {
  const session = await signedIn(here)
  const { api } = here.countersign
  const pass = nodeGuard(api.in({ platformId: "sandbox", mode: "sandbox" }).requireSession())
  const { close, origin } = await listening(async (request, response) => {
    request.url = request.url?.replace(prefix, "")
    if ((await pass(request, response)) !== undefined) response.end('{"message":"let through"}')
  })
  closers.push(close)
  const url = `${origin}${prefix}/me`
  const headers = await here.client.prove(session, { method: "GET", url })
  afterProof()
  return lineOf(await (await fetch(url, { headers: { ...headers } })).json())
}

/** The rows of the page: mistake and message. */
const rows = readFileSync(new URL("../../../docs/guides/troubleshooting.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .slice(1)

describe("a mistake", () => {
  it.each(Object.entries(turns))("%s causes one line with the cause and the remedy", async (name, take) => {
    const line = await take()
    expect(line.split("\n")).toHaveLength(1)
    expect([name, rows.find(([, turn]) => turn === name)?.[2]]).toEqual([name, line])
  })

  it("is on the page once, and the page has no other", () => {
    expect(rows.map(([, turn]) => turn)).toEqual(Object.keys(turns))
    expect(rows.length).toBeGreaterThanOrEqual(20)
  })
})

describe("a proxy that strips a prefix from the path", () => {
  it("has no effect if it is declared: the guard checks the path that the client signed", async () => {
    expect(await ownEndpoint(await world({ strippedPrefix: "/api" }), { prefix: "/api" })).toBe("let through")
  })

  it("makes the client sign nothing for a call that its user must sign, until it is declared", async () => {
    expect(await payout(await world())).toMatch(
      /the payload to sign is for another path\. Where a proxy changes it, put its prefix into baseUrl, or declare it/u
    )
    expect(await payout(await world({ strippedPrefix: "/api" }))).toBe("paid")
  })
})

const payout = async (here: World): Promise<string> => {
  const signer = await signedIn(here)
  const { accountId } = signer
  const guard = here.countersign.api
    .in({ platformId: "sandbox", mode: "sandbox" })
    .requireSignature("Pay", () => ({ accountId, payload: {} }))
  const pay = nodeBridge(guard.handler(() => Response.json("paid")))
  const { close, origin } = await listening((request, response) => {
    request.url = request.url?.replace("/api", "")
    return pay(request, response)
  })
  closers.push(close)
  const { bundleSigner } = here.countersign
  const client = createClient({ baseUrl: origin, headers: { authorization: here.authorization }, bundleSigner })
  return client
    .signedRetry({ method: "POST", path: "/api/payouts", body: {}, signer, read: String, confirm: () => true })
    .catch((error: Error) => error.message)
}
