import { type KeyObject, sign } from "node:crypto"
import { type Pair, privateKeyOf, sha256 } from "./native.ts"

/** A passkey: its WebAuthn id, the origin and RP id of its page, and its ES256 key pair. */
export interface Owner {
  readonly rpId: string
  readonly origin: string
  readonly credentialId: string
  readonly pair: Pair
}

/** An authenticator and its browser in software. It verifies the user, and its passkeys are not backed up. */
export const softPasskey = ({ credentialId, origin, pair, rpId }: Owner) => {
  const key: KeyObject = privateKeyOf(pair)
  const relyingParty = sha256(Buffer.from(rpId))
  return {
    /** WebAuthn Level 3, section 6.5: attestation "none". */
    attest: (challenge: string) => {
      const id = Buffer.from(credentialId, "base64url")
      const credential = Buffer.concat([AAGUID, Buffer.of(0, id.length), id, coseKey(pair)])
      const data = Buffer.concat([relyingParty, ATTESTED, Buffer.alloc(4), credential])
      return {
        credentialId,
        clientDataJson: clientData("webauthn.create", challenge, origin).toString("base64url"),
        attestationObject: Buffer.concat([NONE, Buffer.of(data.length), data]).toString("base64url"),
        transports: ["internal"]
      }
    },
    /** WebAuthn Level 3, section 6.3.3: signs the authenticator data and the hash of the client data. */
    assert: (challenge: string) => {
      counter += 1
      const client = clientData("webauthn.get", challenge, origin)
      const data = Buffer.concat([relyingParty, PRESENT, bigEndian(counter)])
      return {
        credentialId,
        clientDataJson: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(client)]), key).toString("base64url")
      }
    }
  }
}

/** RFC 9053 section 7.1, in CBOR: { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y }. */
export const coseKey = ({ uncompressed }: Pair): Buffer =>
  Buffer.from(`a5010203262001215820${uncompressed.slice(2, 66)}225820${uncompressed.slice(66)}`, "hex")

/** Shared by all passkeys of a process, because counters may only increase, also between runs. */
let counter = 0

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const bigEndian = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** CBOR: { "fmt": "none", "attStmt": {}, "authData": bytes }, up to the length of those bytes. */
const NONE = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex")

// WebAuthn Level 3, section 6.1: user present and verified. The second value adds attested credential data.
const PRESENT = Buffer.of(0x05)
const ATTESTED = Buffer.of(0x45)
const AAGUID = Buffer.alloc(16)
