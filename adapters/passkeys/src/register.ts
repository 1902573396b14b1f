import {
  type PasskeyAttestation,
  PasskeyMalformed,
  type PasskeyMaterial,
  PasskeyRefused,
  type RelyingParties,
  type Signatures
} from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { encodeBase64Url, encodeUtf8, equalBytes, sha256 } from "@countersign/wire"
import { type AttestationObject, readAttestationObject } from "./authenticatorData.ts"
import { isAcceptedEmbedding, refuseUnless, requireFlags } from "./checks.ts"
import { hostOf, isOrigin, readClientData } from "./clientData.ts"
import type { PasskeyPolicy } from "./PasskeyPolicy.ts"
import { binary, CREDENTIAL_ID } from "./parsed.ts"
import { type Verifier, verifierOf } from "./verifier.ts"

/** Whether the hash in the authenticator data belongs to a relying party id that the policy accepts. */
const isAcceptedRelyingParty = (policy: PasskeyPolicy, origin: string, rpIdHash: Uint8Array): boolean => {
  const rpIds = policy.rpIds === "any" ? rpIdsOf(origin) : policy.rpIds
  return rpIds.some((rpId) => isHashOf(rpId, rpIdHash))
}

const isHashOf = (rpId: string, rpIdHash: Uint8Array): boolean => equalBytes(rpIdHash, sha256(encodeUtf8(rpId)))

/**
 * Whether an assertion of a passkey is accepted at an origin: a listed one of the deployment or of the platform, except
 * a page of another listed relying party. Related origins (WebAuthn Level 3, section 5.11) are of none.
 */
export const isAcceptedAt = (
  deployed: PasskeyPolicy,
  own: RelyingParties | undefined,
  registeredAt: string,
  { origin, rpIdHash }: { readonly origin: string; readonly rpIdHash: Uint8Array }
): boolean => {
  const origins = deployed.origins === "any" ? [registeredAt] : deployed.origins
  if (![...origins, ...(own?.origins ?? [])].includes(origin)) return false
  if (origin === registeredAt) return true
  const claimable = new Set(rpIdsOf(origin))
  const rpIds = [...(deployed.rpIds === "any" ? claimable : deployed.rpIds), ...(own?.rpIds ?? [])]
  const owners = rpIds.filter((rpId) => claimable.has(rpId))
  return owners.length === 0 || owners.some((rpId) => isHashOf(rpId, rpIdHash))
}

/**
 * The ids that a page of this origin may claim. WebAuthn Level 3, section 5.1.3: the id "is a registrable domain suffix
 * of or is equal to" the host. Instead of the public suffix list, a suffix must have two labels.
 */
const rpIdsOf = (origin: string): ReadonlyArray<string> => {
  const host = hostOf(origin)
  if (host === undefined) return []
  if (ADDRESS.test(host)) return [host]
  const labels = host.split(".")
  return labels.flatMap((_, at) => (at === 0 || labels.length - at >= 2 ? [labels.slice(at).join(".")] : []))
}

const ADDRESS = /^\[|\.\d+$/u

/**
 * Whether the attestation statement is acceptable. Attestation does not affect trust: authenticator models are not
 * identified. A statement with certificates is neither verified nor trusted, because no root is configured, and counts
 * as `none`: the credential in the authenticator data is accepted by itself. The library's verifier would check the
 * chain.
 */
const isAttested = (
  { format, signedData, statement }: AttestationObject,
  { algorithm, isSigned }: Verifier,
  clientDataHash: Uint8Array
): Effect.Effect<boolean> => {
  // WebAuthn Level 3, section 8.7: the statement of `none` is the empty map.
  if (format === "none") return Effect.succeed(statement.size === 0)
  // The registry of formats is open (RFC 8809), and none with certificates is verified.
  if (format !== "packed" || statement.has("x5c")) return Effect.succeed(true)
  const signature: unknown = statement.get("sig")
  // Section 8.2, self attestation: "Validate that alg matches the algorithm of the credentialPublicKey".
  if (statement.get("alg") !== algorithm || !(signature instanceof Uint8Array)) return Effect.succeed(false)
  return isSigned({ authenticatorData: signedData, clientDataHash, signature: signature.slice() })
}

/** The registration ceremony: WebAuthn Level 3, section 7.1. All parts are parsed first, then checked in its order. */
export const register = (deployed: PasskeyPolicy, signatures: Signatures["Service"]) =>
  Effect.fnUntraced(function* (attestation: PasskeyAttestation, relyingParties?: RelyingParties) {
    const policy = { ...deployed, ...relyingParties }
    // Section 13.4.3: challenges "SHOULD therefore be at least 16 bytes long".
    yield* binary("challenge", attestation.challenge, { minBytes: 16, maxBytes: 1024 })
    yield* binary("credentialId", attestation.credentialId, CREDENTIAL_ID)
    yield* requireTransports(attestation.transports)
    const client = yield* readClientData(attestation.clientDataJson)
    const object = yield* readAttestationObject(attestation.attestationObject)
    const { counter, credentialId, isBackedUp, isBackupEligible, publicKey, rpIdHash } = object.data

    yield* refuseUnless("type", client.type === "webauthn.create")
    yield* refuseUnless("challenge", client.challenge === attestation.challenge)
    yield* refuseUnless("origin", isAcceptedOrigin(policy, client.origin))
    yield* refuseUnless("cross-origin", isAcceptedEmbedding(policy, client))
    yield* refuseUnless("relying party", isAcceptedRelyingParty(policy, client.origin, rpIdHash))
    yield* requireFlags(policy, object.data)
    const verifier = verifierOf(signatures, publicKey)
    if (verifier === undefined) return yield* new PasskeyRefused({ check: "algorithm" })
    yield* refuseUnless("attestation", yield* isAttested(object, verifier, client.hash))
    yield* refuseUnless("credential id", encodeBase64Url(credentialId) === attestation.credentialId)

    return {
      credentialId: attestation.credentialId,
      publicKey: encodeBase64Url(publicKey),
      counter,
      rpIdHash: encodeBase64Url(rpIdHash),
      origin: client.origin,
      isBackupEligible,
      isBackedUp,
      transports: attestation.transports
    } satisfies PasskeyMaterial
  })

const isAcceptedOrigin = ({ origins }: PasskeyPolicy, origin: string): boolean =>
  origins === "any" ? isOrigin(origin) : origins.includes(origin)

/**
 * Section 4, "credential record": transports are stored as received, unknown ones too, up to this number and length.
 */
const requireTransports = (transports: ReadonlyArray<string>): Effect.Effect<void, PasskeyMalformed> =>
  transports.length <= 16 && transports.every((transport) => transport.length <= 64)
    ? Effect.void
    : Effect.fail(new PasskeyMalformed({ field: "transports" }))
