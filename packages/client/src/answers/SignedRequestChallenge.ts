import { type CredentialType, isCredentialType } from "./AuthMethod.ts"
import { type Guard, id, object, text, timestamp } from "./guard.ts"

/** The 202 of an operation that wants a signature: nothing has happened yet. */
export interface SignedRequestChallenge {
  /** The type of the credential that the operation concerns. */
  readonly type: CredentialType
  /** What to sign, to the byte. It looks like JSON; parsing it and writing it again changes it. */
  readonly payloadToSign: string
  /** `Request:<uuid>`, good for one retry. */
  readonly requestId: string
  /** ISO 8601 in UTC. The retry must arrive before. */
  readonly expiresAt: string
}

export const isSignedRequestChallenge: Guard<SignedRequestChallenge> = object<SignedRequestChallenge>({
  type: isCredentialType,
  payloadToSign: text,
  requestId: id("Request"),
  expiresAt: timestamp
})
