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

/** The headers by which a caller might say who calls, and from where. */
const from = (address: string): Record<string, string> => ({
  "x-forwarded-for": address,
  "x-real-ip": address,
  "cf-connecting-ip": address,
  "true-client-ip": address,
  forwarded: `for="[${address}]"`
})

/** One address of a /64 in one of its spellings. */
const spelled = (at: number): string => {
  const low = at.toString(16)
  return [`2001:db8::${low}`, `2001:DB8:0:0:0:0:0:${low}`, `2001:0db8::0000:${low}`, `::ffff:10.0.0.${at % 256}`][
    at % 4
  ]!
}

describe("H15: an address that a caller gives himself", () => {
  it("gets no share of its own: one token has one, from a thousand addresses of a network, or ten thousand", async () => {
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

  it("takes nothing from another caller, who seems to come from the same place", async () => {
    const { call } = world({ policy: { callsPerToken: { capacity: 5, refillEvery: 86_400_000 } } })
    const headers = from("2001:db8::1")
    for (let at = 0; at < 6; at += 1) await call(callers.a, "GET", "/customers?limit=1", { headers })
    expect((await call(callers.a, "GET", "/customers?limit=1", { headers })).status).toBe(429)
    expect((await call(callers.b, "GET", "/customers?limit=1", { headers })).status).toBe(200)
  })

  it("and a host that he names reach no mail, no answer and no payload", async () => {
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
    await expect.poll(() => letters.length, { timeout: 5000 }).toBeGreaterThan(sent)
    expect(JSON.stringify([letters, body])).not.toMatch(/evil|203\.0\.113/u)
  })
})
