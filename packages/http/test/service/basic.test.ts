import { brittleStore } from "@countersign/harness/stores"
import { basic, callers, makeWorld } from "@countersign/harness/world"
import { secretDigest } from "countersign"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"

const closers: Array<() => Promise<void>> = []
afterAll(() => Promise.all(closers.map((close) => close())))

describe("H2 FS2: Basic credentials with a control character", () => {
  const odd = ["\0", "\t", "\n", "\r", "\u001f", "\u007f", "\u0085", "\u009f"]

  it("are refused, even if the configured token contains them", async () => {
    const tokens = odd.flatMap((character, at) =>
      [
        { id: `secret-${at}`, secret: `a${character}b` },
        { id: `id-${at}-a${character}b`, secret: "plain" }
      ].map(({ id, secret }) => ({ id, secret, platformId: "alpha", mode: "sandbox" as const }))
    )
    const world = makeWorld({
      logs: "none",
      tokens: tokens.map(({ secret, ...token }) => ({ ...token, secretSha256: secretDigest(secret) }))
    })
    closers.push(() => world.countersign.close())
    for (const { id, secret } of tokens) {
      const { body, status } = await world.call({ token: id, secret }, "GET", "/customers")
      expect([id, status, body.reason]).toEqual([id, 401, "API credentials refused"])
    }
  })
})

describe("H1: the header of a configured token that was accepted before", () => {
  it("accepts no other secret, id or spelling of it", async () => {
    const world = makeWorld({ logs: "none" })
    closers.push(() => world.countersign.close())
    const statusOf = async (authorization: string) => {
      const headers = { authorization }
      return (await world.countersign.handler(new Request("http://x/2025-10-13/customers", { headers }))).status
    }
    const right = basic(callers.a)
    const others = [
      basic({ ...callers.a, secret: `${callers.a.secret}x` }),
      basic({ ...callers.a, secret: callers.a.secret.toUpperCase() }),
      basic({ ...callers.a, token: "unknown" }),
      right.toUpperCase(),
      `${right}=`,
      right.slice(0, -1),
      right.replace("Basic", "Bearer")
    ]
    for (const _ of [1, 2]) {
      expect(await statusOf(right)).toBe(200)
      for (const other of others) expect([other, await statusOf(other)]).toEqual([other, 401])
    }
    // The scheme has no case (RFC 9110 section 11.1), and spaces may precede the credentials.
    for (const same of [right.replace("Basic", "BASIC"), right.replace(" ", "   ")])
      expect(await statusOf(same)).toBe(200)
  })
})

describe("D11 FS25: the message of a defect", () => {
  const SECRET = "postgres://owner:hunter2@db.internal"
  const silent = async (reply: { readonly status: number; readonly text: string }) => {
    expect(reply.status).toBe(500)
    expect(reply.text).not.toContain("hunter2")
    expect(reply.text).not.toContain("Error")
    expect(JSON.parse(reply.text).details).toEqual({ incident: expect.stringMatching(/^[0-9a-f-]{36}$/u) })
  }

  it("is in no response when a program dies; the response contains an incident id instead", async () => {
    const { state, store } = brittleStore("find", () => Effect.die(new Error(SECRET)))
    const world = makeWorld({ logs: "none", store })
    closers.push(() => world.countersign.close())
    state.isArmed = true
    const { body, status } = await world.call(callers.a, "GET", "/customers")
    await silent({ status, text: JSON.stringify(body) })
  })

  it("is in no response when the host's body reader throws", async () => {
    const world = makeWorld({ logs: "none" })
    closers.push(() => world.countersign.close())
    const reply = await world.countersign.serve({
      method: "POST",
      target: "/2025-10-13/customers",
      headers: { authorization: basic(callers.a), "content-type": "application/json" },
      body: () => Promise.reject(new Error(SECRET)),
      onDisconnect: () => () => {}
    })
    await silent({ status: reply.status, text: reply.body })
  })

  it("is in no response when a host's object throws at the edge", async () => {
    const world = makeWorld({ logs: "none" })
    closers.push(() => world.countersign.close())
    const reply = await world.countersign.serve({
      method: "GET",
      target: "/2025-10-13/customers",
      get headers(): never {
        throw new Error(SECRET)
      },
      body: async () => new Uint8Array(0),
      onDisconnect: () => () => {}
    })
    await silent({ status: reply.status, text: reply.body })
  })
})
