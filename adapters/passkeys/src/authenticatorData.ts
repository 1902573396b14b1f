import { type ParsedAuthenticatorData, parseAuthenticatorData } from "@simplewebauthn/server/helpers"
import { mapEnd } from "./cbor.ts"
import type { Bytes } from "./parsed.ts"

/** What every ceremony's authenticator data says. */
export type AuthenticatorData = Pick<ParsedAuthenticatorData, "rpIdHash" | "flags" | "counter">

/** The authenticator data of a registration, which has a credential in it. */
export interface AttestedData extends AuthenticatorData {
  readonly credentialId: Bytes
  readonly publicKey: Bytes
}

/** Reads the authenticator data of an assertion. Throws unless it is well-formed and holds no credential. */
export const readAssertedData = (bytes: Bytes): AuthenticatorData => {
  // WebAuthn Level 3, section 6.1: "For assertion signatures, the AT flag MUST NOT be set".
  if (hasFlag(bytes, AT)) throw new RangeError("A credential in an assertion")
  return read(bytes)
}

/** Reads the authenticator data of a registration. Throws unless it is well-formed and holds a credential. */
export const readAttestedData = (bytes: Bytes): AttestedData => {
  // WebAuthn Level 3, section 6.1: "For attestation signatures, the authenticator MUST set the AT flag".
  const { credentialID, credentialPublicKey, ...data } = read(bytes)
  if (credentialID === undefined || credentialPublicKey === undefined) throw new RangeError("No credential")
  return { ...data, credentialId: credentialID, publicKey: credentialPublicKey }
}

const read = (bytes: Bytes): ParsedAuthenticatorData => {
  if (bytes.length < HEADER) throw new RangeError("Authenticator data is 37 bytes or more")
  const credentialEnd = hasFlag(bytes, AT) ? mapEnd(bytes, keyStart(bytes)) : HEADER
  const end = hasFlag(bytes, ED) ? mapEnd(bytes, credentialEnd) : credentialEnd
  if (end !== bytes.length) throw new RangeError("Bytes after the authenticator data")
  return parseAuthenticatorData(bytes)
}

/** WebAuthn Level 3, section 6.5.1: AAGUID of 16 bytes, length of the credential id in 2, the id, then the key. */
const keyStart = (bytes: Bytes): number => {
  const idStart = HEADER + 18
  const [high = 0, low = 0] = bytes.subarray(idStart - 2, idStart)
  const idLength = high * 256 + low
  // Section 7.1: "Verify that the credentialId is <= 1023 bytes."
  if (idLength < 1 || idLength > 1023) throw new RangeError("A credential id is 1 to 1,023 bytes")
  return idStart + idLength
}

const hasFlag = (bytes: Bytes, flag: number): boolean => ((bytes[32] ?? 0) & flag) !== 0

const AT = 0x40
const ED = 0x80
// SHA-256 of the relying party id, the flags, and a counter of four bytes.
const HEADER = 37
