import { Effect } from "effect"
import type { AttestationObject } from "./attestationObject.ts"
import type { Verifier } from "./verifier.ts"

/**
 * Whether the attestation statement may stand. It makes no passkey better: authenticators are not asked who made them.
 *
 * A statement with certificates is neither verified nor trusted, as no root is. It says what `none` says, nothing, and the
 * credential in the authenticator data is taken for what it is. The library's own verifier would judge the chain.
 */
export const isAttested = (
  { format, signedData, statement }: AttestationObject,
  { algorithm, isSigned }: Verifier,
  clientDataHash: Uint8Array
): Effect.Effect<boolean> => {
  // WebAuthn Level 3, section 8.7: the statement of `none` is the empty map.
  if (format === "none") return Effect.succeed(statement.size === 0)
  if (format !== "packed" || statement.has("x5c")) return Effect.succeed(WITH_CERTIFICATES.has(format))
  const signature: unknown = statement.get("sig")
  // Section 8.2, self attestation: "Validate that alg matches the algorithm of the credentialPublicKey".
  if (statement.get("alg") !== algorithm || !(signature instanceof Uint8Array)) return Effect.succeed(false)
  return isSigned({ authenticatorData: signedData, clientDataHash, signature: signature.slice() })
}

/** The registered formats of WebAuthn Level 3, section 8, that bring certificates. */
const WITH_CERTIFICATES = new Set(["packed", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple"])
