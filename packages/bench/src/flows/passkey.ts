import { type KeyObject, sign } from "node:crypto"
import { sha256 } from "../native/digest.ts"
import { memoised } from "../native/memoised.ts"
import { pairOf, privateKeyOf } from "../native/points.ts"
import { passkeyIdOf, subjectPair } from "../seed/keys.ts"
import { RELYING_PARTY } from "../seed/Seed.ts"
import { caller, subjectsOf } from "./calls.ts"
import type { Flow } from "./Flow.ts"

/** A login by passkey: the challenge, and an assertion over it. */
export const passkeyLogin: Flow = {
  name: "PASSKEY login",
  requests: 2,
  open: async (target, user, users) => {
    const call = caller(target)
    const next = subjectsOf(target, user, users)
    const clientKey = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
    return {
      run: async () => {
        const { number, passkeyCredentialId } = next()
        const path = `/auth/credentials/${passkeyCredentialId}`
        const { challenge, requestId }: { readonly challenge: string; readonly requestId: string } = JSON.parse(
          await call(200, "POST", `${path}/challenge`, clientKey)
        )
        const assertion = assertionOf(number, challenge)
        const body = JSON.stringify({ type: "PASSKEY", assertion })
        await call(200, "POST", `${path}/verify`, body, { "request-id": requestId })
      }
    }
  }
}

/** An authenticator and its browser in software. Counters only grow, also from run to run of a process. */
const assertionOf = (number: number, challenge: string) => {
  counter += 1
  const clientData = Buffer.from(
    JSON.stringify({ type: "webauthn.get", challenge, origin: RELYING_PARTY.origin, crossOrigin: false })
  )
  const authenticatorData = Buffer.concat([RP_ID_HASH, Buffer.of(PRESENT_AND_VERIFIED), bigEndian(counter)])
  const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), keyOf(number))
  return {
    credentialId: passkeyIdOf(number),
    clientDataJson: clientData.toString("base64url"),
    authenticatorData: authenticatorData.toString("base64url"),
    signature: signature.toString("base64url")
  }
}

let counter = 0
const keyOf = memoised((number: number): KeyObject => privateKeyOf(subjectPair("passkey", number)))
const RP_ID_HASH = sha256(Buffer.from(RELYING_PARTY.rpId))
const PRESENT_AND_VERIFIED = 0b101

const bigEndian = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
