import { randomBytes, sign } from "node:crypto"
import { sha256 } from "./digest.ts"
import { pairOf, privateKeyOf } from "./points.ts"

/** The page that a passkey is of. */
export interface Page {
  readonly rpId: string
  readonly origin: string
}

/** An authenticator in software: one passkey of ES256 that verifies its user and does not count. */
export const softPasskey = ({ origin, rpId }: Page) => {
  const pair = pairOf()
  const key = privateKeyOf(pair)
  const id = randomBytes(32)
  const relyingParty = sha256(Buffer.from(rpId))
  const credentialId = id.toString("base64url")
  return {
    /** WebAuthn Level 3, section 6.5: attestation "none". */
    attest: (challenge: string) => {
      const credential = Buffer.concat([AAGUID, Buffer.of(0, id.length), id, coseKey(pair.uncompressed)])
      const data = Buffer.concat([relyingParty, ATTESTED, COUNTER, credential])
      return {
        credentialId,
        clientDataJson: clientData("webauthn.create", challenge, origin).toString("base64url"),
        attestationObject: Buffer.concat([NONE, Buffer.of(data.length), data]).toString("base64url"),
        transports: ["internal"]
      }
    },
    /** WebAuthn Level 3, section 6.3.3: signs the authenticator data and the hash of the client data. */
    assert: (challenge: string) => {
      const client = clientData("webauthn.get", challenge, origin)
      const data = Buffer.concat([relyingParty, PRESENT, COUNTER])
      return {
        credentialId,
        clientDataJson: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(client)]), key).toString("base64url"),
        userHandle: null
      }
    }
  }
}

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** RFC 9053 section 7.1, in CBOR: { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y }. */
const coseKey = (uncompressed: string): Buffer =>
  Buffer.from(`a5010203262001215820${uncompressed.slice(2, 66)}225820${uncompressed.slice(66)}`, "hex")

/** CBOR: { "fmt": "none", "attStmt": {}, "authData": the bytes whose length comes next }. */
const NONE = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex")

// WebAuthn Level 3, section 6.1: user present and verified; with credential data for the second.
const PRESENT = Buffer.of(0x05)
const ATTESTED = Buffer.of(0x45)
const COUNTER = Buffer.alloc(4)
const AAGUID = Buffer.alloc(16)
