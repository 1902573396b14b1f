import { passkeyChallenge } from "@countersign/wire"
import { Context, Effect, Schema } from "effect"
import { invalid, unauthorized } from "../model/faults.ts"

/** What is kept of a registered passkey. Binary values are base64url without padding. */
export const PasskeyMaterial = Schema.Struct({
  /** The WebAuthn credential id, 1 to 1,023 bytes. */
  credentialId: Schema.String,
  /** The COSE key of the authenticator. */
  publicKey: Schema.String,
  /** The signature counter as it was last asserted. */
  counter: Schema.Int,
  /** SHA-256 of the relying party id, and the origin, of the registration: every assertion must come from the same. */
  rpIdHash: Schema.String,
  origin: Schema.String,
  /** Whether the passkey may be backed up (BE). It never changes (WebAuthn Level 3, section 6.1.3). */
  isBackupEligible: Schema.Boolean,
  transports: Schema.Array(Schema.String)
})
export type PasskeyMaterial = typeof PasskeyMaterial.Type

/** A registration as the browser made it. `challenge` is the one the integrator's backend gave the browser. */
export interface PasskeyAttestation {
  readonly challenge: string
  readonly credentialId: string
  readonly clientDataJson: string
  readonly attestationObject: string
  readonly transports: ReadonlyArray<string>
}

/** An assertion as the browser made it. */
export interface PasskeyAssertion {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle?: string | null | undefined
}

/** What an assertion that holds says of the authenticator. */
export interface Asserted {
  readonly counter: number
  readonly isBackupEligible: boolean
}

export const PasskeyCheck = Schema.Literals([
  "type",
  "challenge",
  "origin",
  "cross-origin",
  "relying party",
  "user presence",
  "user verification",
  "backup flags",
  "credential id",
  "user handle",
  "algorithm",
  "attestation",
  "signature",
  "counter"
])
export type PasskeyCheck = typeof PasskeyCheck.Type

/** A part of the ceremony is not of its shape: base64url, JSON, CBOR, lengths. */
export class PasskeyMalformed extends Schema.TaggedError<PasskeyMalformed>()("PasskeyMalformed", {
  field: Schema.String
}) {
  static readonly entry = invalid(
    "Malformed passkey data",
    "A part of the ceremony is not of its shape; details.errors names it. Send what the browser made, in base64url."
  )
}

/** The ceremony is of its shape, and a check of it failed. */
export class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", { check: PasskeyCheck }) {
  static readonly entry = unauthorized(
    "PASSKEY",
    "Passkey refused",
    "A check of the ceremony failed; reason names it. Start over with a fresh challenge."
  )
}

/**
 * The WebAuthn ceremonies. Pure in effect: nothing is remembered here. Single use of a challenge, the counter rule and
 * the backup flag are rules of core; an implementation answers what the authenticator said.
 */
export class Passkeys extends Context.Service<
  Passkeys,
  {
    readonly register: (
      attestation: PasskeyAttestation
    ) => Effect.Effect<PasskeyMaterial, PasskeyMalformed | PasskeyRefused>
    /** `challenges` are the accepted spellings of the one challenge, as base64url texts of `clientDataJSON.challenge`. */
    readonly assert: (claim: {
      readonly material: PasskeyMaterial
      readonly challenges: ReadonlyArray<string>
      readonly assertion: PasskeyAssertion
    }) => Effect.Effect<Asserted, PasskeyMalformed | PasskeyRefused>
  }
>()("@countersign/core/ports/Passkeys") {}

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
