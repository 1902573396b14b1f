import type { PasskeyMalformed } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { readMap } from "./coseKey.ts"
import { type Bytes, binary, parsed } from "./parsed.ts"

/** The authenticator data common to both ceremonies: WebAuthn Level 3, section 6.1. */
export interface AuthenticatorData {
  readonly rpIdHash: Bytes
  readonly isUserPresent: boolean
  readonly isUserVerified: boolean
  readonly isBackupEligible: boolean
  readonly isBackedUp: boolean
  readonly counter: number
}

/** The authenticator data of a registration, which contains a credential. */
export interface AttestedData extends AuthenticatorData {
  readonly credentialId: Bytes
  /** The COSE key, as received. */
  readonly publicKey: Bytes
}

/** Parses the authenticator data of an assertion. Throws unless it is well-formed and contains no credential. */
export const readAssertedData = (bytes: Bytes): AuthenticatorData => {
  // Section 6.1: "For assertion signatures, the AT flag MUST NOT be set".
  if (hasFlag(bytes, AT)) throw new RangeError("A credential in an assertion")
  requireEnd(bytes, HEADER)
  return headerOf(bytes)
}

/** Parses the authenticator data of a registration. Throws unless it is well-formed and contains a credential. */
export const readAttestedData = (bytes: Bytes): AttestedData => {
  // Section 6.1: "For attestation signatures, the authenticator MUST set the AT flag".
  if (!hasFlag(bytes, AT)) throw new RangeError("No credential in a registration")
  // Section 6.5.1: AAGUID of 16 bytes, length of the credential id in 2, the id, then the key.
  const idStart = HEADER + 18
  const keyStart = idStart + idLengthOf(bytes, idStart)
  const keyEnd = readMap(bytes, keyStart).end
  requireEnd(bytes, keyEnd)
  return {
    ...headerOf(bytes),
    credentialId: bytes.slice(idStart, keyStart),
    publicKey: bytes.slice(keyStart, keyEnd)
  }
}

const headerOf = (bytes: Bytes): AuthenticatorData => ({
  rpIdHash: bytes.slice(0, FLAGS),
  isUserPresent: hasFlag(bytes, UP),
  isUserVerified: hasFlag(bytes, UV),
  isBackupEligible: hasFlag(bytes, BE),
  isBackedUp: hasFlag(bytes, BS),
  counter: new DataView(bytes.buffer, bytes.byteOffset).getUint32(FLAGS + 1)
})

/** Only extension outputs may follow, and they must follow exactly when the ED flag is set. */
const requireEnd = (bytes: Bytes, start: number): void => {
  const end = hasFlag(bytes, ED) ? readMap(bytes, start).end : start
  if (bytes.length !== end) throw new RangeError("Authenticator data has another length than its flags declare")
}

const idLengthOf = (bytes: Bytes, idStart: number): number => {
  const [high = 0, low = 0] = bytes.subarray(idStart - 2, idStart)
  const length = high * 256 + low
  // Section 7.1: "Verify that the credentialId is ≤ 1023 bytes."
  if (length < 1 || length > 1023) throw new RangeError("A credential id is 1 to 1,023 bytes")
  return length
}

const hasFlag = (bytes: Bytes, flag: number): boolean => ((bytes[FLAGS] ?? 0) & flag) !== 0

// SHA-256 of the relying party id, the flags, and a counter of four bytes.
const FLAGS = 32
const HEADER = 37
const [UP, UV, BE, BS, AT, ED] = [0x01, 0x04, 0x08, 0x10, 0x40, 0x80] as const

export interface AttestationObject {
  readonly format: string
  readonly statement: ReadonlyMap<unknown, unknown>
  /** The authenticator data, as signed. */
  readonly signedData: Bytes
  readonly data: AttestedData
}

/** Parses the field `attestationObject`: WebAuthn Level 3, section 6.5.4. Throws for trailing bytes. */
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
  // Section 8.9: the statement of `compound` is an array. Its content decides nothing.
  const ofFormat = format === "compound" && Array.isArray(statement) ? new Map() : statement
  if (typeof format !== "string" || !(ofFormat instanceof Map) || !(signedData instanceof Uint8Array)) {
    throw new TypeError("A member is missing or of another type")
  }
  if (signedData.length > 4096) throw new RangeError("More authenticator data than allowed")
  const copy = signedData.slice()
  return { format, statement: ofFormat, signedData: copy, data: readAttestedData(copy) }
}
