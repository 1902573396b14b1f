import type { Principal } from "@countersign/core/internal"
import fc from "fast-check"
import { expect, it } from "vitest"
import { makeCallsOf } from "../src/server/observe.ts"

const principal = (platformId: string, tokenId: string): Principal => ({
  tokenId,
  environment: { platformId, mode: "production" },
  scopes: []
})

it("GO10: the labels of a call are its platform, mode, token, code and check", () => {
  const callsOf = makeCallsOf()
  expect(callsOf(principal("acme", "live"), { code: "UNAUTHORIZED", check: "OTP_WRONG" }).labels).toEqual({
    platform: "acme",
    mode: "production",
    token: "live",
    code: "UNAUTHORIZED",
    check: "OTP_WRONG"
  })
  expect(callsOf(undefined, undefined).labels).toEqual({
    platform: "none",
    mode: "none",
    token: "none",
    code: "none",
    check: "none"
  })
})

it.each([
  ["a fingerprint", "keys.vault has 0123456789abcdef, and lacks 0123456789abcdee"],
  ["an id", "Session:0190a000-0000-7000-8000-000000000000"],
  ["an address", "ada@example.com"],
  ["a long text", "a".repeat(41)],
  ["no text", ""]
])("GO10: a check with %s counts as other", (_, check) => {
  const metric = makeCallsOf()(principal("acme", "live"), { code: "SERVICE_UNAVAILABLE", check })
  expect(metric.labels.check).toBe("other")
})

it("GO10: each label has its number of values, at exactly that many, and then other", () => {
  const callsOf = makeCallsOf()
  const all = Array.from({ length: 250 }, (_, nth) =>
    callsOf(principal(`platform-${nth}`, `token-${nth}`), { code: "NOT_FOUND", check: "OTP_WRONG" })
  )
  const values = (label: "platform" | "token") => all.map(({ labels }) => labels[label])
  expect([values("platform")[99], values("platform")[100]]).toEqual(["platform-99", "other"])
  expect([values("token")[199], values("token")[200]]).toEqual(["token-199", "other"])
})

it("GO10: users of forUser have one token, and any callers a bounded number of series", () => {
  const text = fc.oneof(fc.string({ maxLength: 60 }), fc.stringMatching(/^[A-Za-z][A-Za-z _-]{0,39}$/u))
  const call = fc.tuple(
    text,
    fc.oneof(
      text,
      fc.uuid().map((id) => `user ${id}`)
    ),
    text
  )
  fc.assert(
    fc.property(fc.array(call, { minLength: 3000, maxLength: 3000 }), (calls) => {
      const callsOf = makeCallsOf()
      const series = new Set<unknown>()
      for (const [platform, token, check] of calls) {
        const metric = callsOf(principal(platform, token), { code: "FORBIDDEN", check })
        series.add(metric)
        if (token.startsWith("user ")) expect(["user", "other"]).toContain(metric.labels.token)
        // The same call has the same counter.
        expect(callsOf(principal(platform, token), { code: "FORBIDDEN", check })).toBe(metric)
      }
      expect(series.size).toBeLessThanOrEqual(2002)
    }),
    { numRuns: 5 }
  )
})
