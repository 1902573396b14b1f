import { type Asserted, type PasskeyMaterial, PasskeyRefused, Passkeys, Signatures } from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import { decodeBase64Url, encodeBase64Url, recent } from "@countersign/wire"
import { readAssertedData } from "./authenticatorData.ts"
import { isAcceptedEmbedding, refuseUnless, requireFlags } from "./checks.ts"
import { readClientData } from "./clientData.ts"
import { type PasskeyPolicy, refusePolicy } from "./PasskeyPolicy.ts"
import { binary, CREDENTIAL_ID, isBase64Url, parsed } from "./parsed.ts"
import { isAcceptedAt, register } from "./register.ts"
import { type Verifier, verifierOf } from "./verifier.ts"

type Claim = Parameters<Passkeys["Service"]["assert"]>[0]

/**
 * The assertion ceremony: WebAuthn Level 3, section 7.2. All parts are parsed first, then checked in its order.
 * The library provides the decoder, COSE and signatures. Its verifiers of whole ceremonies do not fit: they require the
 * relying party id, of which only the hash is stored; check the counter, which core does; check certificates, which are
 * not trusted here; and reject the obsolete `tokenBinding`.
 */
const assert = (policy: PasskeyPolicy, signatures: Signatures["Service"]) => {
  const verifiers = storedVerifiers(signatures)
  return Effect.fnUntraced(function* ({ assertion, challenges, material, relyingParties }: Claim) {
    yield* binary("credentialId", assertion.credentialId, CREDENTIAL_ID)
    yield* requireUserHandle(assertion.userHandle)
    const client = yield* readClientData(assertion.clientDataJson)
    const signedData = yield* binary("authenticatorData", assertion.authenticatorData, { maxBytes: 4096 })
    const data = yield* parsed("authenticatorData", () => readAssertedData(signedData))
    const signature = yield* binary("signature", assertion.signature, { maxBytes: 1024 })

    yield* refuseUnless("credential id", assertion.credentialId === material.credentialId)
    yield* refuseUnless("type", client.type === "webauthn.get")
    yield* refuseUnless("challenge", isBase64Url(client.challenge) && challenges.includes(client.challenge))
    const at = { origin: client.origin, rpIdHash: data.rpIdHash }
    yield* refuseUnless("origin", isAcceptedAt(policy, relyingParties, material.origin, at))
    yield* refuseUnless("cross-origin", isAcceptedEmbedding(policy, client))
    yield* refuseUnless("relying party", encodeBase64Url(data.rpIdHash) === material.rpIdHash)
    yield* requireFlags(policy, data)
    // Section 6.1.3: "Backup eligibility is a credential property and is permanent".
    yield* refuseUnless("backup flags", data.isBackupEligible === material.isBackupEligible)
    const verifier = verifiers(material)
    if (verifier === undefined) return yield* new PasskeyRefused({ check: "algorithm" })
    const signed = { authenticatorData: signedData, clientDataHash: client.hash, signature }
    yield* refuseUnless("signature", yield* verifier.isSigned(signed))

    const { counter, isBackedUp, isBackupEligible } = data
    return { counter, isBackedUp, isBackupEligible } satisfies Asserted
  })
}

/**
 * The verifier of stored material, cached because an import takes as long as a verification. Material that does not
 * decode was not created by this adapter: that is a defect, and it dies.
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
 * WebAuthn Level 3, section 5.4.3: a user handle has 1 to 64 bytes. Authenticators may omit it, and some clients send
 * an empty one. It is parsed and not compared: the registration API does not receive the user id. The credential id
 * identifies the passkey.
 */
const requireUserHandle = (userHandle: string | null | undefined) =>
  userHandle === undefined || userHandle === null || userHandle === ""
    ? Effect.void
    : binary("userHandle", userHandle, { maxBytes: 64 })

/**
 * The WebAuthn ceremonies under one policy. Layers of different policies share nothing. P-256 signatures, which almost
 * every passkey uses, are verified by the port that verifies stamps; WebCrypto verifies the others.
 * Throws `PasskeyPolicyRefused` for a policy with an entry that can never match.
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
