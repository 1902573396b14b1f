import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  defaultPolicy,
  guessChance,
  guessesOfShortCodes,
  MOST_GUESS_CHANCE,
  OneTimeCode,
  type PolicyValues
} from "../../../src/internal.ts"
import { codeTerms } from "../../../src/things/one-time-codes/rules/codes.ts"
import { accountId, credentialId, publicKey } from "../../given.ts"

const HOUR = 3_600_000

const issue = {
  issueId: "Lookup:1",
  codeDigest: "digest",
  sealedTargetKey: "sealed",
  targetPublicKey: publicKey,
  expiresAt: 1e12
}

/** The rate of codes bounds no number of guesses. */
const MANY = { challengesPerCredential: { capacity: 1_000_000, refillEvery: 1 } }

const fresh: OneTimeCode.OneTimeCode = OneTimeCode.initial({ credentialId, accountId })

/** A code as issued in this state. */
const issued = (state: OneTimeCode.OneTimeCode, at: number, policy: PolicyValues): OneTimeCode.OneTimeCode => {
  const isRecovery = OneTimeCode.needsRecovery(state, policy)
  return Result.getOrThrow(OneTimeCode.issue(state, isRecovery ? { ...issue, isRecovery } : issue, at, MANY))
}

/** The probability that one answer is correct, given the number of possible codes. */
const chanceOf = (state: OneTimeCode.OneTimeCode, policy: PolicyValues): number => {
  const { alphabet, length } = codeTerms(policy, {}, state._tag === "Issued" && state.issue.isRecovery === true)
  return 1 / alphabet.length ** length
}

/**
 * The probability that a caller finds a code with `calls` answers, starting at the first code, with a new code for each
 * answer and without delay.
 */
const chanceOfGuesser = (policy: PolicyValues, calls: number): number => {
  let state: OneTimeCode.OneTimeCode = fresh
  let [chance, at] = [0, 0]
  for (let call = 0; call < calls; call += 1) {
    const live: OneTimeCode.Issued = Result.getOrThrow(OneTimeCode.pendingCode(issued(state, at, policy), at))
    chance += chanceOf(live, policy)
    state = OneTimeCode.rejected(live, at, policy)
    at = state._tag === "Locked" ? state.until : at + 10
  }
  return chance
}

describe("the probability of guessing a code", () => {
  it("O1: is at most 1.5e-5 per credential with the default limits", () => {
    expect(guessChance(defaultPolicy)).toBeLessThanOrEqual(MOST_GUESS_CHANCE)
    expect([guessesOfShortCodes(defaultPolicy), MOST_GUESS_CHANCE]).toEqual([5, 1.5e-5])
  })

  it("O1 FA11: does not grow for a caller with 20,000 consecutive answers, although answers no longer lock after the first lock", () => {
    const chance = chanceOfGuesser(defaultPolicy, 20_000)
    expect(chance).toBeLessThan(guessChance(defaultPolicy) + 1e-13)
    expect(chance).toBeLessThanOrEqual(MOST_GUESS_CHANCE)
  })

  it("O1: never exceeds guessChance or the bound, for any policy", () => {
    const limits = fc.record({
      otpFailuresToLock: fc.integer({ min: 1, max: 10 }),
      otpLockFor: fc.integer({ min: 1000, max: 24 * HOUR }),
      otpLength: fc.integer({ min: 6, max: 12 })
    })
    fc.assert(
      fc.property(limits, (given) => {
        const policy = { ...defaultPolicy, ...given }
        const chance = chanceOfGuesser(policy, 200)
        return chance < guessChance(policy) + 1e-13 && guessChance(policy) <= MOST_GUESS_CHANCE
      })
    )
  })

  it.each([
    [{}, 5e-6],
    [{ otpLength: 7 }, 5e-7],
    [{ otpFailuresToLock: 3 }, 3e-6],
    [{ otpFailuresToLock: 10 }, 1e-5]
  ])("is, with %o, %d", (change, chance) => {
    expect(guessChance({ ...defaultPolicy, ...change })).toBeCloseTo(chance, 12)
  })
})
