import { passkeyChallenge } from "@countersign/wire"
import { Effect, Schema } from "effect"
import { type Asserted, type PasskeyAssertion, type PasskeyMaterial, Passkeys } from "../ports/Passkeys.ts"

/** Proof that a passkey asserted the payload of a request. The class is private to this module, as that of stamps is. */
class AssertionEvidence {
  readonly #verified = true
  readonly assertion: PasskeyAssertion
  readonly asserted: Asserted
  constructor(assertion: PasskeyAssertion, asserted: Asserted) {
    this.assertion = assertion
    this.asserted = asserted
  }
  get verified(): true {
    return this.#verified
  }
}

export type { AssertionEvidence }

/** The schema of evidence, for events that carry it. */
export const assertionEvidence = Schema.instanceOf(AssertionEvidence)

/** Verifies an assertion by the passkey over the payload, by the port. */
export const verifyAssertion = Effect.fnUntraced(function* (
  material: PasskeyMaterial,
  payload: string,
  assertion: PasskeyAssertion
) {
  const passkeys = yield* Passkeys
  const { accepted: challenges } = passkeyChallenge(payload)
  return new AssertionEvidence(assertion, yield* passkeys.assert({ material, challenges, assertion }))
})
