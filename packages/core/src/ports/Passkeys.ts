import { passkeyChallenge } from "@countersign/wire"
import { Context, Effect, Schema } from "effect"
import { invalid, Refusal, unauthorized } from "../model/Refusal.ts"

/** The stored data of a registered passkey. Binary values are base64url without padding. */
export const PasskeyMaterial = Schema.Struct({
  /** The WebAuthn credential id, 1 to 1,023 bytes. */
  credentialId: Schema.String,
  /** The COSE key of the authenticator. */
  publicKey: Schema.String,
  /** The signature counter of the last assertion. */
  counter: Schema.Int,
  /** The SHA-256 of the relying party id, which every assertion must have, and the origin, both at registration. */
  rpIdHash: Schema.String,
  origin: Schema.String,
  /** Whether the passkey is backup eligible (BE). It never changes (WebAuthn Level 3, section 6.1.3). */
  isBackupEligible: Schema.Boolean,
  /** Whether it was backed up (BS) at registration or its last assertion. Absent if the port does not report it. */
  isBackedUp: Schema.optionalKey(Schema.Boolean),
  transports: Schema.Array(Schema.String)
})
export type PasskeyMaterial = typeof PasskeyMaterial.Type

export const RelyingParties = Schema.Struct({
  rpIds: Schema.Array(
    Schema.String.check(
      Schema.isMaxLength(253),
      Schema.isPattern(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/u, {
        send: "a domain in lower case, such as example.com or xn--mnchen-3ya.de, without scheme, port or path"
      })
    )
  ).check(Schema.isMinLength(1), Schema.isMaxLength(20)),
  origins: Schema.Array(
    Schema.String.check(
      Schema.isMaxLength(300),
      Schema.isPattern(/^(?:https?:\/\/[a-z0-9.:[\]-]{1,260}|(?!https?:)[a-z][a-z0-9+.-]{0,31}:[\x21-\x7e]{1,260})$/u, {
        send: "an origin as a browser reports it, such as https://app.example.com or https://xn--mnchen-3ya.de, without a trailing slash"
      })
    )
  ).check(Schema.isMinLength(1), Schema.isMaxLength(50))
}).annotate({
  description:
    "Relying parties and exact origins whose passkeys the platform registers, in place of those of the deployment"
})
export type RelyingParties = typeof RelyingParties.Type

/** An attestation from the browser. `challenge` is the one that the platform's backend gave to the browser. */
export interface PasskeyAttestation {
  readonly challenge: string
  readonly credentialId: string
  readonly clientDataJson: string
  readonly attestationObject: string
  readonly transports: ReadonlyArray<string>
}

/** An assertion from the browser. */
export interface PasskeyAssertion {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle?: string | null | undefined
}

/** The data of a verified assertion. */
export interface Asserted {
  readonly counter: number
  readonly isBackupEligible: boolean
  readonly isBackedUp?: boolean
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

/** A part of the ceremony is malformed: base64url, JSON, CBOR or a length. */
export class PasskeyMalformed extends Refusal("PasskeyMalformed", { field: Schema.String })(invalid, {
  reason: "Malformed passkey data",
  message: "The passkey data is malformed. Send the field in details.errors as the browser returned it, in base64url.",
  cause: "A field is not base64url, or its JSON, CBOR or length is invalid.",
  remedy:
    "Encode the ArrayBuffers of the browser in base64url without padding, and rename the fields as docs/reference/protocol.md describes."
}) {}

/** The ceremony is well-formed, and one of its checks failed. */
export class PasskeyRefused extends Refusal("PasskeyRefused", { check: PasskeyCheck })(unauthorized("PASSKEY"), {
  reason: "Passkey refused",
  message: "A check of the passkey failed, and reason names the check. Start again with a new challenge.",
  cause:
    "The challenge, origin, relying party, signature, counter or another part of the WebAuthn ceremony is not valid for this credential.",
  remedy:
    "For origin or relying party, compare the page's address with the option `passkeys`. A counter that did not increase can mean a cloned authenticator."
}) {}

/**
 * Verifies WebAuthn ceremonies. Stateless: core enforces single use of challenges, the counter rule and the backup
 * flag. An implementation reports the authenticator's data. `relyingParties` replace its own at registration, and are
 * accepted beside them at assertion; absent, its own apply.
 */
export class Passkeys extends Context.Service<
  Passkeys,
  {
    readonly register: (
      attestation: PasskeyAttestation,
      relyingParties?: RelyingParties
    ) => Effect.Effect<PasskeyMaterial, PasskeyMalformed | PasskeyRefused>
    /** `challenges` are the accepted encodings of the challenge, as base64url texts in `clientDataJSON.challenge`. */
    readonly assert: (claim: {
      readonly material: PasskeyMaterial
      readonly challenges: ReadonlyArray<string>
      readonly assertion: PasskeyAssertion
      readonly relyingParties?: RelyingParties | undefined
    }) => Effect.Effect<Asserted, PasskeyMalformed | PasskeyRefused>
  }
>()("@countersign/core/ports/Passkeys") {}

/**
 * Evidence that a passkey asserted the payload of a request. The class is private to this module, so only a
 * verification can make an instance.
 */
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

/** The schema of the evidence, for events that carry it. */
export const assertionEvidence = Schema.instanceOf(AssertionEvidence)

/** Verifies a passkey's assertion over the payload, using the port. */
export const verifyAssertion = Effect.fnUntraced(function* (
  material: PasskeyMaterial,
  payload: string,
  assertion: PasskeyAssertion,
  relyingParties?: RelyingParties
) {
  const passkeys = yield* Passkeys
  const { accepted: challenges } = passkeyChallenge(payload)
  return new AssertionEvidence(assertion, yield* passkeys.assert({ material, challenges, assertion, relyingParties }))
})
