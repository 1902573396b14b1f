import type { PasskeyMalformed } from "@countersign/core"
import { Effect } from "effect"
import { type AttestedData, readAttestedData } from "./authenticatorData.ts"
import { readMap } from "./cbor.ts"
import { type Bytes, binary, parsed } from "./parsed.ts"

/** What the authenticator made at registration. */
export interface AttestationObject {
  readonly format: string
  readonly statement: ReadonlyMap<unknown, unknown>
  /** The authenticator data as it was signed. */
  readonly signedData: Bytes
  readonly data: AttestedData
}

/** Reads the field `attestationObject`: WebAuthn Level 3, section 6.5.4, and nothing after it. */
export const readAttestationObject = Effect.fnUntraced(function* (
  text: string
): Effect.fn.Return<AttestationObject, PasskeyMalformed> {
  const bytes = yield* binary(FIELD, text, { maxBytes: 16_384 })
  return yield* parsed(FIELD, () => read(bytes))
})

const FIELD = "attestationObject"

const read = (bytes: Bytes): AttestationObject => {
  const { end, map: members } = readMap(bytes, 0)
  if (end !== bytes.length) throw new RangeError("Bytes after the attestation object")
  const format: unknown = members.get("fmt")
  const statement: unknown = members.get("attStmt")
  const signedData: unknown = members.get("authData")
  if (typeof format !== "string" || !(statement instanceof Map) || !(signedData instanceof Uint8Array)) {
    throw new TypeError("A member is missing or of another type")
  }
  if (signedData.length > 4096) throw new RangeError("More authenticator data than allowed")
  const own = signedData.slice()
  return { format, statement, signedData: own, data: readAttestedData(own) }
}
