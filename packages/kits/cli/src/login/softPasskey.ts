import { randomBytes } from "node:crypto"
import type { Attestation, KeyPair } from "@countersign/client"
import { decodeHex, encodeBase64Url, encodeUtf8, sha256, signP256, uncompressedBytes } from "@countersign/wire"

/**
 * A software authenticator with one passkey of the page `https://terminal.example`. A sandbox accepts passkeys of any
 * page; any other service rejects this one.
 */
export const softPasskey = ({ privateKey, publicKey }: KeyPair) => {
  const id = randomBytes(32)
  return {
    /** WebAuthn Level 3, section 6.5: attestation "none", over a credential of ES256. */
    attest: (challenge: string): Attestation => {
      const [x, y] = [uncompressedBytes(publicKey).slice(1, 33), uncompressedBytes(publicKey).slice(33)]
      const key = concatenated(decodeHex("a5010203262001215820"), x, decodeHex("225820"), y)
      const credential = concatenated(new Uint8Array(16), Uint8Array.of(0, id.length), id, key)
      const data = authenticatorData(ATTESTED, 0, credential)
      // CBOR: { "fmt": "none", "attStmt": {}, "authData": the bytes }
      const head = decodeHex("a363666d74646e6f6e656761747453746d74a068617574684461746158")
      return {
        credentialId: encodeBase64Url(id),
        clientDataJson: encodeBase64Url(clientData("webauthn.create", challenge)),
        attestationObject: encodeBase64Url(concatenated(head, Uint8Array.of(data.length), data)),
        transports: ["internal"]
      }
    },
    /** WebAuthn Level 3, section 6.3.3: signs the authenticator data and the hash of the client data. */
    assert: (challenge: string) => {
      const client = clientData("webauthn.get", challenge)
      const data = authenticatorData(PRESENT, 1, new Uint8Array())
      return {
        credentialId: encodeBase64Url(id),
        clientDataJson: encodeBase64Url(client),
        authenticatorData: encodeBase64Url(data),
        signature: encodeBase64Url(signP256(concatenated(data, sha256(client)), privateKey)),
        userHandle: null
      }
    }
  }
}

const RP_ID = "terminal.example"

/** WebAuthn Level 3, section 6.1: user present and verified; the second value also has attested credential data. */
const PRESENT = 0x05
const ATTESTED = 0x45

const authenticatorData = (flags: number, counter: number, credential: Uint8Array): Uint8Array =>
  concatenated(sha256(encodeUtf8(RP_ID)), Uint8Array.of(flags, 0, 0, 0, counter), credential)

const clientData = (type: string, challenge: string): Uint8Array =>
  encodeUtf8(JSON.stringify({ type, challenge, origin: `https://${RP_ID}`, crossOrigin: false }))

const concatenated = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => Uint8Array.from(Buffer.concat(parts))
