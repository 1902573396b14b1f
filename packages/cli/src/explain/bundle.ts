import { parsePublicKey, verifyOtpTargetBundle, WireError } from "@countersign/wire"
import { type Finding, fails, holds } from "../Finding.ts"
import { objectIn } from "./objectIn.ts"

const CHECK = "OTP_TARGET_BUNDLE"

/** A bundle that a client seals its code to, by the key that the client trusts. */
export const explainBundle = (bundle: string, signer: string): Finding => {
  try {
    verifyOtpTargetBundle(bundle, parsePublicKey(signer))
    return holds(CHECK)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return mistakeIn(error, bundle)
  }
}

const mistakeIn = ({ code, message }: WireError, bundle: string): Finding => {
  if (code === "POINT_MALFORMED" || code === "POINT_NOT_ON_CURVE") {
    return fails(
      CHECK,
      "SIGNER_NO_POINT",
      "The trusted signer is no point of P-256. Take bundleSigner of the service, in hex."
    )
  }
  if (code === "BUNDLE_SIGNER_UNTRUSTED") {
    return fails(
      CHECK,
      "OTHER_SIGNER",
      "The bundle is signed by another key than the trusted one: another service, mode or an attack. Do not seal to it."
    )
  }
  if (code === "BUNDLE_SIGNATURE_INVALID") {
    return fails(
      CHECK,
      "CHANGED",
      "The bundle was changed after it was signed. Hand it on as text, as it came. Do not seal to it."
    )
  }
  const fields = objectIn(bundle)
  if (typeof fields?.otpEncryptionTargetBundle === "string") {
    return fails(CHECK, "WHOLE_ANSWER", "This is all of the answer. Take the text of otpEncryptionTargetBundle.")
  }
  if (fields === undefined && typeof unquoted(bundle) === "string") {
    return fails(
      CHECK,
      "STILL_QUOTED",
      "This is the JSON string of a bundle. Decode it once: the bundle is the text in it."
    )
  }
  return fails(CHECK, "MALFORMED", message)
}

const unquoted = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
