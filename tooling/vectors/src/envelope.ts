import { encodeHex, encodeUtf8, type Json } from "@countersign/wire"
import { attacker, signer } from "./signing.ts"

/** Returns the text of a signed bundle over data that `signer` signed, with some members changed; `null` omits one. */
export const envelope = (data: Uint8Array, changed: Readonly<Record<string, Json>> = {}): string => {
  const complete = {
    version: "v1.0.0",
    data: encodeHex(data),
    dataSignature: encodeHex(signer.sign(data)),
    enclaveQuorumPublic: signer.uncompressed,
    ...changed
  }
  return JSON.stringify(Object.fromEntries(Object.entries(complete).filter(([, value]) => value !== null)))
}

/** Returns the {@link envelope} of data that `attacker` signed, in its own name. */
export const foreign = (data: Uint8Array): string =>
  envelope(data, { dataSignature: encodeHex(attacker.sign(data)), enclaveQuorumPublic: attacker.uncompressed })
export const UNTRUSTED = "The signature is valid, but its key is not trusted."

/** Returns the {@link envelope} of text. */
export const envelopeOf = (text: string): string => envelope(encodeUtf8(text))
