import {
  type PasskeyAttestation,
  PasskeyMalformed,
  type PasskeyMaterial,
  PasskeyRefused,
  type Signatures
} from "@countersign/core"
import { encodeBase64Url } from "@countersign/wire"
import { Effect } from "effect"
import { readAttestationObject } from "./attestationObject.ts"
import { isAcceptedEmbedding, refuseUnless, requireFlags } from "./checks.ts"
import { readClientData } from "./clientData.ts"
import { isAttested } from "./isAttested.ts"
import { isOrigin } from "./origin.ts"
import type { PasskeyPolicy } from "./PasskeyPolicy.ts"
import { binary, CREDENTIAL_ID } from "./parsed.ts"
import { isAcceptedRelyingParty } from "./relyingParty.ts"
import { verifierOf } from "./verifier.ts"

/** The registration ceremony: WebAuthn Level 3, section 7.1. All parts are read first, then judged in its order. */
export const register = (policy: PasskeyPolicy, signatures: Signatures["Service"]) =>
  Effect.fnUntraced(function* (attestation: PasskeyAttestation) {
    // Section 13.4.3: challenges "SHOULD therefore be at least 16 bytes long".
    yield* binary("challenge", attestation.challenge, { minBytes: 16, maxBytes: 1024 })
    yield* binary("credentialId", attestation.credentialId, CREDENTIAL_ID)
    yield* requireTransports(attestation.transports)
    const client = yield* readClientData(attestation.clientDataJson)
    const object = yield* readAttestationObject(attestation.attestationObject)
    const { counter, credentialId, isBackupEligible, publicKey, rpIdHash } = object.data

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
      transports: attestation.transports
    } satisfies PasskeyMaterial
  })

const isAcceptedOrigin = ({ origins }: PasskeyPolicy, origin: string): boolean =>
  origins === "any" ? isOrigin(origin) : origins.includes(origin)

/**
 * Section 4, "credential record": transports are kept as they came, so values that are not known yet as well. How many,
 * and how long, is our bound.
 */
const requireTransports = (transports: ReadonlyArray<string>): Effect.Effect<void, PasskeyMalformed> =>
  transports.length <= 16 && transports.every((transport) => transport.length <= 64)
    ? Effect.void
    : Effect.fail(new PasskeyMalformed({ field: "transports" }))
