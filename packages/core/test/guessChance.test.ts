import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  defaultPolicy,
  EmailOtp,
  guessChance,
  guessesAnHour,
  MOST_GUESS_CHANCE,
  type PolicyValues
} from "../src/index.ts"
import { accountId, credentialId, publicKey, requestId } from "./given.ts"

const HOUR = 3_600_000

const issue = {
  issueId: "Lookup:1",
  codeDigest: "digest",
  sealedTargetKey: "sealed",
  targetPublicKey: publicKey,
  expiresAt: 1e12
}

/** When the codes of somebody are judged who guesses whenever the credential lets him, from its first code on. */
const guesses = (policy: PolicyValues, until: number): ReadonlyArray<number> => {
  const judged: Array<number> = []
  let state: EmailOtp.EmailOtp = EmailOtp.EmailOtp.cases.Idle.make({
    credentialId,
    accountId,
    failures: 0,
    failuresInAll: 0
  })
  for (let at = 0; at <= until; at = state._tag === "Locked" ? state.until : at) {
    const issued: EmailOtp.EmailOtp = Result.getOrThrow(EmailOtp.issue(state, issue, at))
    const live: EmailOtp.Issued = Result.getOrThrow(EmailOtp.live(issued, at))
    state = Result.getOrThrow(EmailOtp.judge(live, { isRight: false, requestId, at }, policy)).next
    judged.push(at)
  }
  return judged
}

/** The most of them that fall into one hour, both ends included. */
const mostInAnHour = (times: ReadonlyArray<number>): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at <= from + HOUR).length))

describe("the chance to guess a code", () => {
  it("O1: is at most 1.5e-5 an hour and credential under the limits in force", () => {
    expect(guessChance(defaultPolicy)).toBeLessThanOrEqual(MOST_GUESS_CHANCE)
    expect([guessesAnHour(defaultPolicy), MOST_GUESS_CHANCE]).toEqual([15, 1.5e-5])
  })

  it("O1: is what a guesser has who loses no instant, over two days", () => {
    expect(mostInAnHour(guesses(defaultPolicy, 48 * HOUR))).toBe(guessesAnHour(defaultPolicy))
  })

  it("O1: is never less than what a guesser has, whatever the policy", () => {
    const limits = fc.record({
      otpFailuresToLock: fc.integer({ min: 1, max: 10 }),
      otpLockFor: fc.integer({ min: 300_000, max: 2 * HOUR }),
      otpFailuresToLockLong: fc.integer({ min: 1, max: 100 }),
      otpLongLockFor: fc.integer({ min: 300_000, max: 24 * HOUR })
    })
    fc.assert(
      fc.property(limits, (given) => {
        const policy = { ...defaultPolicy, ...given }
        return mostInAnHour(guesses(policy, 6 * HOUR)) <= guessesAnHour(policy)
      })
    )
  })

  it.each([
    [{ otpLockFor: 900_000 }, 2.5e-5],
    [{ otpLength: 7 }, 1.5e-6],
    [{ otpFailuresToLock: 3, otpLockFor: 900_000 }, 1.5e-5],
    [{ otpFailuresToLock: 10, otpLockFor: 1000 }, 1e-4],
    [{ otpFailuresToLockLong: 1 }, 1e-6]
  ])("with %o is %d", (change, chance) => {
    expect(guessChance({ ...defaultPolicy, ...change })).toBeCloseTo(chance, 12)
  })
})
