import { rounds } from "@countersign/harness/rounds"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const worlds: Array<ReturnType<typeof makeWorld>> = []
const world = (...given: Parameters<typeof makeWorld>) => {
  const made = makeWorld(...given)
  worlds.push(made)
  return made
}
afterAll(async () => {
  for (const each of worlds) await each.countersign.close()
})

/** Headers by which a caller could claim an identity or an address. */
const from = (address: string): Record<string, string> => ({
  "x-forwarded-for": address,
  "x-real-ip": address,
  "cf-connecting-ip": address,
  "true-client-ip": address,
  forwarded: `for="[${address}]"`
})

/** An address of a /64 network, in one of its notations. */
const spelled = (at: number): string => {
  const low = at.toString(16)
  return [`2001:db8::${low}`, `2001:DB8:0:0:0:0:0:${low}`, `2001:0db8::0000:${low}`, `::ffff:10.0.0.${at % 256}`][
    at % 4
  ]!
}

describe("H15: a client address or host claimed in a header", () => {
  it("does not raise the rate limit of a token, for a thousand claimed addresses of a network, or ten thousand", async () => {
    const { call } = world({ policy: { callsPerToken: { capacity: 100, refillEvery: 86_400_000 } } })
    const statuses = new Map<number, number>()
    const calls = rounds(10_000, 1000)
    for (let at = 0; at < calls; at += 1) {
      const { status } = await call(callers.a, "GET", "/customers?limit=1", { headers: from(spelled(at)) })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [200, 100],
      [429, calls - 100]
    ])
  })

  it("does not use up the rate limit of another caller with the same address", async () => {
    const { call } = world({ policy: { callsPerToken: { capacity: 5, refillEvery: 86_400_000 } } })
    const headers = from("2001:db8::1")
    for (let at = 0; at < 6; at += 1) await call(callers.a, "GET", "/customers?limit=1", { headers })
    expect((await call(callers.a, "GET", "/customers?limit=1", { headers })).status).toBe(429)
    expect((await call(callers.b, "GET", "/customers?limit=1", { headers })).status).toBe(200)
  })

  it("does not reach a mail, an answer or a payload", async () => {
    const { call, customer, letters } = world()
    const headers = {
      ...from("203.0.113.66"),
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "evil",
      "x-forwarded-prefix": "/evil",
      origin: "https://evil.example",
      referer: "https://evil.example/"
    }
    const { credentialId } = await customer(callers.live)
    const sent = letters.length
    const { body, status } = await call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`, {
      headers
    })
    expect(status).toBe(200)
    await expect.poll(() => letters.length).toBeGreaterThan(sent)
    expect(JSON.stringify([letters, body])).not.toMatch(/evil|203\.0\.113/u)
  })
})
