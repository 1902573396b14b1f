import { PasskeyMalformed } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { attempt, decodeBase64Url } from "@countersign/wire"

/** Bytes with a buffer of their own, as the WebAuthn libraries require. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Runs a parser on a part of the ceremony. Every exception, of a library too, means that the part is malformed. */
export const parsed = <A>(field: string, parse: () => A): Effect.Effect<A, PasskeyMalformed> =>
  Effect.try({ try: parse, catch: () => new PasskeyMalformed({ field }) })

/** Decodes a field in base64url without padding, within bounds. */
export const binary = (
  field: string,
  text: string,
  { maxBytes, minBytes = 0 }: { readonly minBytes?: number; readonly maxBytes: number }
): Effect.Effect<Bytes, PasskeyMalformed> =>
  parsed(field, () => {
    const bytes = decodeBase64Url(text, { maxBytes })
    if (bytes.length < minBytes) throw new RangeError("Fewer bytes than allowed")
    return bytes.slice()
  })

/** Whether a text is the canonical base64url of some bytes. */
export const isBase64Url = (text: string): boolean => attempt(() => decodeBase64Url(text)) !== undefined

/** WebAuthn Level 3, section 4, "Credential ID": at most 1,023 bytes. */
export const CREDENTIAL_ID = { minBytes: 1, maxBytes: 1023 }
