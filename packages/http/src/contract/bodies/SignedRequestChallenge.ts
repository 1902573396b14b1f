import { CredentialType, RequestId, type SignedRequest } from "@countersign/core"
import { Schema } from "effect"
import { Timestamp } from "./wire.ts"

/** The 202 of every signed retry. `payloadToSign` is stamped byte for byte. */
export const SignedRequestChallenge = Schema.Struct({
  type: CredentialType,
  payloadToSign: Schema.String,
  requestId: RequestId,
  expiresAt: Timestamp
}).annotate({ identifier: "SignedRequestChallenge" })

export const signedRequestChallenge = (request: SignedRequest.Pending): typeof SignedRequestChallenge.Type => ({
  type: request.credentialType,
  payloadToSign: request.payload,
  requestId: request.requestId,
  expiresAt: request.expiresAt
})
