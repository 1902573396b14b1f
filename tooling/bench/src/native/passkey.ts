import { sign } from "node:crypto"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { passkeyIdOf, RELYING_PARTY, subjectPair } from "../seed/Seed.ts"
import { type Pair, privateKeyOf } from "./native.ts"

/** The authenticator of a user, with one passkey. It verifies the user, and its passkey is not backed up. */
export const softPasskey = (number: number) => {
  const pair = subjectPair("passkey", number)
  const key = privateKeyOf(pair)
  const keys = {
    alg: -7,
    cose: new Map(),
    publicKey: coseKey(pair),
    sign: (bytes: Uint8Array) => sign("sha256", bytes, key)
  }
  const credentialId = Buffer.from(passkeyIdOf(number), "base64url")
  const { assert, register } = makeAuthenticator({ ...RELYING_PARTY, keys, credentialId })
  return {
    attest: (challenge: string) => register({ challenge }),
    assert: (challenge: string) => {
      counter += 1
      return assert({ challenge, counter })
    }
  }
}

/** Shared by all passkeys of a process, because counters may only increase, also between runs. */
let counter = 0

/** RFC 9053 section 7.1, in CBOR: { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y }. */
export const coseKey = ({ uncompressed }: Pair): Buffer =>
  Buffer.from(`a5010203262001215820${uncompressed.slice(2, 66)}225820${uncompressed.slice(66)}`, "hex")
