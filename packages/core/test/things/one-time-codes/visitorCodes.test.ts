import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as OneTimeCode from "../../../src/things/one-time-codes/rules/OneTimeCode.ts"
import {
  COUNTED,
  codeOfSignIn,
  isOfVisitor,
  openUntil,
  provenKey,
  shareOfVisitors,
  wrongCodesAt,
  wrongCodesFor
} from "../../../src/things/one-time-codes/rules/visitor.ts"
import { issued } from "../../decides/emailChanges.ts"
import { credentialId, leg, publicKey, recordOf, requestId, T } from "../../given.ts"

const email = "ada@example.com"
const key = codeOfSignIn(email, requestId)
const pending = OneTimeCode.issuedOf(OneTimeCode.initial({ credentialId: key }), issued.issue)
const recordIn = (otp: OneTimeCode.OneTimeCode) => recordOf(OneTimeCode.oneTimeCodes, otp)
const provenOne = () => recordIn(OneTimeCode.accepted(pending, requestId, publicKey))
const policy = { signedRequestLifetime: 1000 }
const outcome = <A>(result: Result.Result<A, { readonly _tag: string }>) =>
  Result.match(result, { onSuccess: (value) => value, onFailure: ({ _tag }) => _tag })

describe("the code of a visitor (GU4)", () => {
  it("is stored by its address, in any case, and by its sign-in", () => {
    expect(wrongCodesFor("Ada@Example.com")).toBe(wrongCodesFor(email))
    expect(wrongCodesFor("bob@example.com")).not.toBe(wrongCodesFor(email))
    expect(key).toBe(`${wrongCodesFor(email)} ${requestId}`)
  })

  it("differs from the code of a credential in its key", () => {
    expect([key, wrongCodesFor(email), credentialId].map(isOfVisitor)).toEqual([true, true, false])
    expect(isOfVisitor(`${credentialId} ${key}`)).toBe(false)
  })

  it("has half of the address's codes, in twice the time (FA11)", () => {
    expect(shareOfVisitors({ capacity: 5, refillEvery: 60_000 })).toEqual({ capacity: 3, refillEvery: 120_000 })
  })

  it("has its wrong answers counted for 30 days from the first one (I15)", () => {
    const first = wrongCodesAt(email, undefined, T)
    expect(outcome(first)).toMatchObject({ credentialId: wrongCodesFor(email), failures: 0, expiresAt: T + COUNTED })
    const counting = OneTimeCode.issuedOf(
      OneTimeCode.initial({ credentialId: wrongCodesFor(email), expiresAt: T + COUNTED }),
      issued.issue
    )
    const one = OneTimeCode.rejected(counting, T, leg.policy)
    const failuresAt = (at: number) => Result.map(wrongCodesAt(email, one, at), ({ failures }) => failures)
    expect([T + COUNTED - 1, T + COUNTED].map((at) => outcome(failuresAt(at)))).toEqual([1, 0])
  })
})

describe("the key that a visitor sealed beside the code (GU4)", () => {
  it("opens a session until the exact millisecond (I10)", () => {
    const proven = provenOne()
    expect(openUntil(proven, policy)).toBe(T + 1000)
    expect([T, T + 999, T + 1000].map((at) => outcome(provenKey(proven, policy, at)))).toEqual([
      publicKey,
      publicKey,
      "SignInUnknown"
    ])
  })

  it("opens none before its proof, of an unknown sign-in, and of a proof without a key", () => {
    const without = recordIn(OneTimeCode.accepted(pending, requestId))
    expect("publicKey" in without.value).toBe(false)
    for (const otp of [undefined, recordIn(pending), without])
      expect(outcome(provenKey(otp, policy, T))).toBe("SignInUnknown")
  })
})
