import { parsePublicKey, WireError } from "@countersign/wire"
import { type Finding, fails, holds } from "../Finding.ts"
import { explainBundle } from "./bundle.ts"
import { explainIdToken } from "./idToken.ts"
import { explainPayload } from "./payload.ts"
import { explainSignature } from "./signedText.ts"
import { readStamp } from "./stampShape.ts"

/** What is looked at; each pair is looked at where both of it are there. */
export interface Evidence {
  readonly stamp?: string | undefined
  readonly payload?: string | undefined
  /** The key that should have signed. */
  readonly publicKey?: string | undefined
  readonly bundle?: string | undefined
  readonly bundleSigner?: string | undefined
  readonly idToken?: string | undefined
  readonly clientPublicKey?: string | undefined
}

/** Every check of the service that can be made from outside, in its order, at a time in milliseconds. */
export const explain = (evidence: Evidence, at: number): ReadonlyArray<Finding> => {
  const { bundle, bundleSigner, clientPublicKey, idToken, payload } = evidence
  return [
    ...(payload === undefined ? [] : explainPayload(payload, at)),
    ...stampOf(evidence),
    ...(bundle === undefined || bundleSigner === undefined ? [] : [explainBundle(bundle, bundleSigner)]),
    ...(idToken === undefined || clientPublicKey === undefined ? [] : explainIdToken(idToken, clientPublicKey, at))
  ]
}

const stampOf = ({ payload, publicKey, stamp: header }: Evidence): ReadonlyArray<Finding> => {
  if (header === undefined) return []
  const stamp = readStamp(header)
  if ("check" in stamp) return [stamp]
  return [
    holds("WALLET_SIGNATURE_MALFORMED"),
    ...(publicKey === undefined ? [] : [keyOf(stamp.publicKey, publicKey)]),
    ...(payload === undefined ? [] : [explainSignature(stamp, payload)])
  ]
}

const keyOf = (key: string, expected: string): Finding => {
  const check = "WALLET_SIGNATURE_KEY"
  try {
    if (parsePublicKey(expected) === key) return holds(check)
    return fails(
      check,
      "OTHER_KEY",
      "Another key signed than the one given. Is it of an older session, or of another device?"
    )
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return fails(check, "KEY_NO_POINT", "The key given with --public-key is no point of P-256 in hex.")
  }
}
