import { createECDH, hkdfSync } from "node:crypto"
import type { PasskeyAssertion, PasskeyAttestation } from "@countersign/core"
import { base64url, sha256 } from "@countersign/harness/passkeys/authenticator"
import { bigEndian, type Cbor, cbor, concat } from "@countersign/harness/passkeys/cbor"

/**
 * A test vector of WebAuthn Level 3, section 16: its name, and the published signatures, which match its bytes only.
 */
export interface Vector {
  readonly name: string
  readonly signature: string
  /** The signature of the attestation statement, if it has one. */
  readonly attested?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
}

/**
 * Both ceremonies of a vector, derived again. The section derives every value by HKDF from the name of the vector and
 * the position of the value in it.
 */
export const ceremoniesOf = (vector: Vector, credentialIdLength = 32) => {
  let salt = 0
  const next = (length: number) =>
    new Uint8Array(hkdfSync("sha256", "WebAuthn test vectors", Uint8Array.of(salt++), vector.name, length))
  const extraData = () => {
    const isExtended = (next(1)[0]! & 1) === 1
    return isExtended ? { extraData: `${EXTENDED} ${base64url(next(16))}` } : {}
  }
  const { crossOrigin = false, topOrigin } = vector
  const clientData = (type: string, challenge: Uint8Array) => {
    const members = { type, challenge: base64url(challenge), origin: "https://example.org", crossOrigin }
    return JSON.stringify({ ...members, ...(topOrigin === undefined ? {} : { topOrigin }), ...extraData() })
  }

  const challenge = next(32)
  const publicKey = coseKeyOf(next(32))
  const createData = clientData("webauthn.create", challenge)
  const aaguid = next(16)
  const credentialId = next(credentialIdLength)
  const created = next(1)[0]!
  const backup = (created & BE) === 0 ? 0 : BE | BS
  const authData = concat(
    RP_ID_HASH,
    Uint8Array.of(UP | AT | (created & (UV | backup)), 0, 0, 0, 0),
    aaguid,
    bigEndian(credentialId.length, 2),
    credentialId,
    publicKey
  )
  const self = { alg: -7, sig: bytes(vector.attested ?? "") }
  const attStmt: Cbor = new Map(vector.attested === undefined ? [] : Object.entries(self))
  const fmt = vector.attested === undefined ? "none" : "packed"
  const attestation: PasskeyAttestation = {
    challenge: base64url(challenge),
    credentialId: base64url(credentialId),
    clientDataJson: base64url(createData),
    attestationObject: base64url(cbor(new Map(Object.entries({ fmt, attStmt, authData })))),
    transports: []
  }

  const loginChallenge = next(32)
  const getData = clientData("webauthn.get", loginChallenge)
  const flags = UP | (backup & BE) | (next(1)[0]! & (UV | (backup & BS)))
  const assertion: PasskeyAssertion = {
    credentialId: base64url(credentialId),
    clientDataJson: base64url(getData),
    authenticatorData: base64url(concat(RP_ID_HASH, Uint8Array.of(flags, 0, 0, 0, 0))),
    signature: base64url(bytes(vector.signature))
  }
  return { attestation, assertion, challenges: [base64url(loginChallenge)] }
}

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"))

const coseKeyOf = (privateKey: Uint8Array): Uint8Array => {
  const pair = createECDH("prime256v1")
  pair.setPrivateKey(privateKey)
  const point = Uint8Array.from(pair.getPublicKey())
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  const entries: ReadonlyArray<readonly [number, Cbor]> = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, x],
    [-3, y]
  ]
  return cbor(new Map(entries))
}

const EXTENDED = "clientDataJSON may be extended with additional fields in the future, such as this:"
const RP_ID_HASH = sha256("example.org")
const [UP, UV, BE, BS, AT] = [0x01, 0x04, 0x08, 0x10, 0x40] as const
