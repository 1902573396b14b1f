import {
  type Asserted,
  type PasskeyAssertion,
  type PasskeyMalformed,
  type PasskeyMaterial,
  PasskeyRefused,
  Passkeys,
  Signatures
} from "@countersign/core"
import { decodeBase64Url, encodeBase64Url, recent } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { readAssertedData } from "./authenticatorData.ts"
import { isAcceptedEmbedding, refuseUnless, requireFlags } from "./checks.ts"
import { readClientData } from "./clientData.ts"
import { type PasskeyPolicy, refusePolicy } from "./PasskeyPolicy.ts"
import { binary, CREDENTIAL_ID, isBase64Url, parsed } from "./parsed.ts"
import { register } from "./register.ts"
import { type Verifier, verifierOf } from "./verifier.ts"

interface Claim {
  readonly material: PasskeyMaterial
  readonly challenges: ReadonlyArray<string>
  readonly assertion: PasskeyAssertion
}

/**
 * The assertion ceremony: WebAuthn Level 3, section 7.2. All parts are read first, then judged in its order.
 *
 * From the library come its parts: the decoder, COSE, signatures. Its verifiers of whole ceremonies want the relying party
 * id itself, of which only the hash is kept; judge the counter, which is core's to judge, and certificates, which nobody
 * trusts here; and refuse a `tokenBinding` that means nothing any more.
 */
const assert = (policy: PasskeyPolicy, signatures: Signatures["Service"]) => {
  const verifiers = storedVerifiers(signatures)
  return Effect.fnUntraced(function* ({ assertion, challenges, material }: Claim) {
    yield* binary("credentialId", assertion.credentialId, CREDENTIAL_ID)
    yield* requireUserHandle(assertion.userHandle)
    const client = yield* readClientData(assertion.clientDataJson)
    const signedData = yield* binary("authenticatorData", assertion.authenticatorData, { maxBytes: 4096 })
    const data = yield* parsed("authenticatorData", () => readAssertedData(signedData))
    const signature = yield* binary("signature", assertion.signature, { maxBytes: 1024 })

    yield* refuseUnless("credential id", assertion.credentialId === material.credentialId)
    yield* refuseUnless("type", client.type === "webauthn.get")
    yield* refuseUnless("challenge", isBase64Url(client.challenge) && challenges.includes(client.challenge))
    yield* refuseUnless("origin", client.origin === material.origin)
    yield* refuseUnless("cross-origin", isAcceptedEmbedding(policy, client))
    yield* refuseUnless("relying party", encodeBase64Url(data.rpIdHash) === material.rpIdHash)
    yield* requireFlags(policy, data)
    // Section 6.1.3: "Backup eligibility is a credential property and is permanent".
    yield* refuseUnless("backup flags", data.isBackupEligible === material.isBackupEligible)
    const verifier = verifiers(material)
    if (verifier === undefined) return yield* new PasskeyRefused({ check: "algorithm" })
    const signed = { authenticatorData: signedData, clientDataHash: client.hash, signature }
    yield* refuseUnless("signature", yield* verifier.isSigned(signed))

    return { counter: data.counter, isBackupEligible: data.isBackupEligible } satisfies Asserted
  })
}

/**
 * The verifier of stored material; to make it takes as long as to verify by it, so the last ones are remembered. Material
 * that does not decode was not made here: that is a defect, and it dies.
 */
const storedVerifiers = (signatures: Signatures["Service"]) => {
  const known = recent<Verifier>(1024)
  return ({ publicKey }: PasskeyMaterial): Verifier | undefined => {
    const found = known.get(publicKey)
    if (found !== undefined) return found
    const made = verifierOf(signatures, decodeBase64Url(publicKey).slice())
    if (made !== undefined) known.set(publicKey, made)
    return made
  }
}

/**
 * WebAuthn Level 3, section 5.4.3: a user handle is 1 to 64 bytes. Authenticators may leave it out, and some clients send
 * it empty. It can only be read here, not compared: no registration of this API tells the user id it was made for. What
 * identifies the passkey is its credential id.
 */
const requireUserHandle = (userHandle: string | null | undefined): Effect.Effect<unknown, PasskeyMalformed> =>
  userHandle === undefined || userHandle === null || userHandle === ""
    ? Effect.void
    : binary("userHandle", userHandle, { maxBytes: 64 })

/**
 * The WebAuthn ceremonies under one policy. Layers of different policies share nothing. Signatures of P-256, which are those
 * of almost every passkey, go to the port that judges stamps; WebCrypto verifies the others.
 *
 * Throws `PasskeyPolicyRefused` for a policy that no ceremony could meet as it is written.
 */
export const passkeys = (policy: PasskeyPolicy): Layer.Layer<Passkeys, never, Signatures> => {
  refusePolicy(policy)
  return Layer.effect(
    Passkeys,
    Effect.map(Signatures, (signatures) =>
      Passkeys.of({ register: register(policy, signatures), assert: assert(policy, signatures) })
    )
  )
}
