import { encodeHex, encodeUtf8, type Json } from "@countersign/wire"
import { signer } from "./keys.ts"

/** The text of a signed bundle over data that `signer` signed, with some of its members changed; `null` leaves one out. */
export const envelope = (data: Uint8Array, changed: Readonly<Record<string, Json>> = {}): string => {
  const whole = {
    version: "v1.0.0",
    data: encodeHex(data),
    dataSignature: encodeHex(signer.sign(data)),
    enclaveQuorumPublic: signer.uncompressed,
    ...changed
  }
  return JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null)))
}

/** {@link envelope} of text. */
export const envelopeOf = (text: string): string => envelope(encodeUtf8(text))
