import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DIGITS, defaultPolicy, UNAMBIGUOUS } from "../../../src/internal.ts"
import { codeTerms } from "../../../src/things/one-time-codes/rules/codes.ts"

describe("the length and lifetime of a code", () => {
  it("default to the host's policy", () => {
    expect(codeTerms(defaultPolicy, {})).toEqual({ length: 6, alphabet: DIGITS, lifetime: 300_000 })
    expect(codeTerms(defaultPolicy, { alphanumeric: true }).alphabet).toBe(UNAMBIGUOUS)
  })

  it("FA11 O1: give a recovery code at least 64 bits, with any settings of the host or the platform", () => {
    for (const config of [{}, { otpLength: 12 }, { alphanumeric: false, expirationSeconds: 30 }]) {
      const { alphabet, length } = codeTerms(defaultPolicy, config, true)
      expect(length * Math.log2(alphabet.length)).toBeGreaterThanOrEqual(64)
    }
  })

  it("O1, O14: are never weaker than the host's policy or the platform's settings (FS12, FC12)", () => {
    const length = fc.integer({ min: 6, max: 12 })
    const seconds = fc.integer({ min: 1, max: 600 })
    fc.assert(
      fc.property(length, length, seconds, seconds, (hosts, otpLength, lifetime, expirationSeconds) => {
        const policy = { ...defaultPolicy, otpLength: hosts, otpLifetimeMost: lifetime * 1000 }
        const terms = codeTerms(policy, { otpLength, expirationSeconds })
        expect(terms.length).toBe(Math.max(hosts, otpLength))
        expect(terms.lifetime).toBe(Math.min(lifetime, expirationSeconds) * 1000)
      })
    )
  })
})
