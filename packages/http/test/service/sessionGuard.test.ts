import { type ActiveSession, createClient } from "@countersign/client"
import { collections, Store } from "@countersign/core"
import { storeAhead } from "@countersign/harness/stores"
import { basic, callers, keyPair, makeWorld, START, UNLIMITED } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { readSessionProof, sessionProofText, signStamp, writeSessionProof } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())
const alpha = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })

const clientOf = ({ countersign }: Pick<typeof world, "countersign">, signatureHeader = "Service-Wallet-Signature") =>
  createClient({
    baseUrl: "http://countersign.test/2025-10-13",
    headers: { authorization: basic(callers.a) },
    bundleSigner: countersign.bundleSigner,
    signatureHeader,
    fetch: (url, init) => countersign.handler(new Request(url, init))
  })
const client = clientOf(world)

const signIn = async (own = world, by = client): Promise<ActiveSession> => {
  const { credentialId } = await own.customer(callers.a)
  return by.emailOtp.login({ credentialId, code: () => "000000" })
}

const me = alpha.requireSession().handler((_request, session) => Response.json(session))
const url = "http://host.test/shop/me?full=yes"
const body = { note: "é" }

/** The request that a client of `at` sends. Its clock is the test's, not the system's. */
const headersAt = async (
  session: ActiveSession,
  at: number,
  call = { method: "POST", url, body: body as object | null }
) => {
  const { "Service-Wallet-Session": header = "" } = await client.prove(session, { method: "GET", url })
  const proof = { ...readSessionProof(header)!, issuedAt: at }
  const { pathname, search } = new URL(call.url)
  const text = sessionProofText(proof, {
    method: call.method,
    path: pathname + search,
    body: JSON.parse(JSON.stringify(call.body))
  })
  return {
    "content-type": "application/json",
    "service-wallet-session": writeSessionProof(proof),
    "service-wallet-signature": await session.signer.sign(text)
  }
}
const request = (headers: Record<string, string>, more: RequestInit = {}, to = url) =>
  new Request(to, { method: "POST", body: JSON.stringify(body), headers, ...more })
const verified = async (requested: Request, handler = me) => {
  const answer = await handler(requested)
  const read = await answer.json()
  return answer.status === 200 ? "granted" : [answer.status, read.reason]
}

describe("an endpoint of the host behind requireSession", () => {
  it("grants a call with the session whose key signed it", async () => {
    const now = makeWorld({ clock: "real", logs: "none" })
    const by = clientOf(now)
    const session = await signIn(now, by)
    const guard = now.countersign.api.in({ platformId: "alpha", mode: "sandbox" }).requireSession()
    const handler = guard.handler(async (own, granted) => Response.json({ granted, sent: await own.json() }))
    const headers = await by.prove(session, { method: "POST", url: "/shop/me?full=yes", body })
    const answer = await handler(request({ ...headers, "content-type": "application/json" }))
    const { signer: _, ...shown } = session
    expect([answer.status, await answer.json()]).toEqual([200, { granted: shown, sent: body }])
    const plain = await by.prove(session, { method: "get", url })
    expect(
      await verified(
        new Request(url, { headers: plain }),
        guard.handler(() => Response.json({}))
      )
    ).toBe("granted")
    await now.countersign.close()
  })

  it("R1 R2: accepts a proof once, even if sixteen copies arrive concurrently", async () => {
    const headers = await headersAt(await signIn(), world.at())
    const all = await Promise.all(Array.from({ length: 16 }, () => verified(request(headers))))
    expect(all.filter((each) => each === "granted")).toHaveLength(1)
    expect(all.filter((each) => each !== "granted")).toEqual(new Array(15).fill([401, "Session proof already used"]))
  })

  it.each([
    ["another method", { method: "PUT" }, url],
    ["another path", {}, "http://host.test/shop/you?full=yes"],
    ["another query", {}, "http://host.test/shop/me?full=no"],
    ["another body", { body: '{"note":"e"}' }, url],
    ["an additional field", { body: '{"note":"é","more":1}' }, url]
  ])("refuses a proof that was made for %s", async (_, more: RequestInit, to) => {
    const headers = await headersAt(await signIn(), world.at())
    expect(await verified(request(headers, more, to))).toEqual([401, "Session proof does not match"])
  })

  it("accepts the same JSON value in any notation", async () => {
    const headers = await headersAt(await signIn(), world.at())
    expect(await verified(request(headers, { body: ' { "note" : "\\u00e9" } ' }))).toBe("granted")
  })

  it("accepts a proof within one minute either way, to the millisecond", async () => {
    const session = await signIn()
    const at = world.at()
    for (const [issuedAt, outcome] of [
      [at - 59_999, "granted"],
      [at - 60_000, [401, "Session proof is stale"]],
      [at + 59_999, "granted"],
      [at + 60_000, [401, "Session proof is stale"]]
    ] as const) {
      expect([issuedAt - at, await verified(request(await headersAt(session, issuedAt)))]).toEqual([
        issuedAt - at,
        outcome
      ])
    }
  })

  it("remembers a proof from a fast clock for as long as it is valid", async () => {
    const session = await signIn()
    const headers = await headersAt(session, world.at() + 59_000)
    expect(await verified(request(headers))).toBe("granted")
    world.pass(118_000)
    expect(await verified(request(headers))).toEqual([401, "Session proof already used"])
    world.pass(1000)
    expect(await verified(request(headers))).toEqual([401, "Session proof is stale"])
  })

  it("I3: expires with its session: at its last millisecond, and when it is revoked", async () => {
    const session = await signIn()
    world.pass(899_999)
    expect(await verified(request(await headersAt(session, world.at())))).toBe("granted")
    world.pass(1)
    expect(await verified(request(await headersAt(session, world.at())))).toEqual([401, "Session expired or revoked"])
    const left = await signIn()
    const headers = await headersAt(left, world.at())
    await client.sessions.revoke(left.id, { signer: left })
    expect(await verified(request(headers))).toEqual([401, "Session expired or revoked"])
  })

  describe("on a node whose clock is behind the store's", () => {
    /** Two nodes on one store: the first has the store's clock, the second is `by` milliseconds behind. */
    const twoNodes = async (by: number) => {
      const store = Effect.runSync(makeMemoryStore)
      const exact = makeWorld({ logs: "none", store: Layer.succeed(Store, store) })
      const behind = makeWorld({ logs: "none", store: storeAhead(store, by) })
      behind.pass(-by)
      onTestFinished(async () => {
        await Promise.all([exact.countersign.close(), behind.countersign.close()])
      })
      const session = await signIn(exact, clientOf(exact))
      const [atExact, atBehind] = [exact, behind].map(({ countersign }) => {
        const guard = countersign.api.in({ platformId: "alpha", mode: "sandbox" }).requireSession()
        return guard.handler(() => Response.json({}))
      })
      const pass = (millis: number) => {
        for (const node of [exact, behind]) node.pass(millis)
      }
      const sweep = () => Effect.runPromise(store.sweep(collections, exact.at(), 1000))
      return { at: exact.at, atBehind, atExact, pass, session, sweep }
    }

    it("accepts a proof once, also after its record was swept (FA10)", async () => {
      const { at, atBehind, atExact, pass, session, sweep } = await twoNodes(75_000)
      const headers = await headersAt(session, at())
      expect(await verified(request(headers), atExact)).toBe("granted")
      pass(121_000)
      await sweep()
      expect(await verified(request(headers), atBehind)).toEqual([401, "Session proof is stale"])
    })

    it.each([
      [59_999, "granted"],
      [60_000, [401, "Session proof is stale"]],
      [60_001, [401, "Session proof is stale"]]
    ])("checks the age of a proof by the store's clock: at %d ms (FA10)", async (age, outcome) => {
      const { at, atBehind, session } = await twoNodes(75_000)
      expect(await verified(request(await headersAt(session, at() - age)), atBehind)).toEqual(outcome)
    })

    it("accepts one of sixteen copies that race over both nodes (FA10)", async () => {
      const { at, atBehind, atExact, session } = await twoNodes(20_000)
      const headers = await headersAt(session, at())
      const all = await Promise.all(
        Array.from({ length: 16 }, (_, nth) => verified(request(headers), nth % 2 === 0 ? atExact : atBehind))
      )
      expect(all.filter((each) => each === "granted")).toHaveLength(1)
      expect(all.filter((each) => each !== "granted")).toEqual(new Array(15).fill([401, "Session proof already used"]))
    })

    it("I3: expires with its session by the store's clock", async () => {
      const { at, atBehind, pass, session } = await twoNodes(1000)
      pass(899_999)
      expect(await verified(request(await headersAt(session, at())), atBehind)).toBe("granted")
      pass(1)
      expect(await verified(request(await headersAt(session, at())), atBehind)).toEqual([
        401,
        "Session expired or revoked"
      ])
    })
  })

  it("K8: rejects the stamp of another session's key", async () => {
    const session = await signIn()
    const other = await signIn()
    const headers = await headersAt(session, world.at())
    const stolen = {
      ...headers,
      "service-wallet-session": headers["service-wallet-session"].replace(session.id, other.id)
    }
    expect(await verified(request(stolen))).toEqual([401, "Session proof does not match"])
    const proof = readSessionProof(headers["service-wallet-session"])!
    const text = sessionProofText(proof, { method: "POST", path: "/shop/me?full=yes", body })
    const forged = { ...headers, "service-wallet-signature": signStamp(text, keyPair().privateKey) }
    expect(await verified(request(forged))).toEqual([401, "Session proof does not match"])
  })

  it("I9: accepts only sessions of its own platform and mode", async () => {
    const headers = await headersAt(await signIn(), world.at())
    for (const environment of [
      { platformId: "beta", mode: "sandbox" },
      { platformId: "alpha", mode: "production" }
    ] as const) {
      const guard = world.countersign.api.in(environment).requireSession()
      const handler = guard.handler(() => Response.json({}))
      expect(await verified(request(headers), handler)).toEqual([401, "Session expired or revoked"])
    }
    expect(await verified(request(headers))).toBe("granted")
  })

  it.each([
    ["no proof", { "service-wallet-session": "" }, "Malformed session proof"],
    [
      "a session id only",
      { "service-wallet-session": "Session:01890000-0000-7000-8000-000000000000" },
      "Malformed session proof"
    ],
    [
      "seconds instead of milliseconds",
      { "service-wallet-session": "Session:01890000-0000-7000-8000-000000000000;1772366400;AAAAAAAAAAAAAAAAAAAAAA" },
      "Malformed session proof"
    ],
    [
      "a nonce of another length",
      { "service-wallet-session": `Session:01890000-0000-7000-8000-000000000000;${START};AAAA` },
      "Malformed session proof"
    ],
    [
      "an unknown session",
      { "service-wallet-session": `Session:01890000-0000-7000-8000-000000000000;${START}000;AAAA` },
      "Malformed session proof"
    ],
    ["a malformed stamp", { "service-wallet-signature": "x" }, "Malformed session proof"]
  ])("refuses %s by name", async (_, wrong, reason) => {
    const headers = await headersAt(await signIn(), world.at())
    expect(await verified(request({ ...headers, ...wrong }))).toEqual([401, reason])
  })

  it.each(["service-wallet-session", "service-wallet-signature"] as const)(
    "refuses a call without %s by name",
    async (name) => {
      const { [name]: _, ...headers } = await headersAt(await signIn(), world.at())
      expect(await verified(request(headers))).toEqual([401, "Session proof missing"])
    }
  )

  it("uses the caller's clock in a sandbox whose time was moved", async () => {
    const session = await signIn()
    const moved = await world.call(callers.a, "POST", "/sandbox/clock/advance", { body: { seconds: 360 } })
    expect(moved.status).toBe(200)
    expect(await verified(request(await headersAt(session, world.at())))).toBe("granted")
  })

  it("reads the stamp from the host's header, and limits from its policy", async () => {
    const own = makeWorld({
      logs: "none",
      signatureHeader: { name: "X-Stamp" },
      policy: { sessionProofLifetime: 1000, requestsPerAccount: UNLIMITED }
    })
    const session = await signIn(own, clientOf(own, "X-Stamp"))
    const handler = own.countersign.api
      .in({ platformId: "alpha", mode: "sandbox" })
      .requireSession()
      .handler(() => Response.json({}))
    const renamed = async (at: number) => {
      const { "service-wallet-signature": stamp, ...headers } = await headersAt(session, at)
      return request({ ...headers, "x-stamp": stamp })
    }
    expect(await verified(await renamed(own.at() - 999), handler)).toBe("granted")
    expect(await verified(await renamed(own.at() - 1000), handler)).toEqual([401, "Session proof is stale"])
    await own.countersign.close()
  })
})
