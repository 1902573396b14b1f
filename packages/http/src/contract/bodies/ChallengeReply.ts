import { AccountId, type ChallengeReply, CredentialId, RequestId } from "@countersign/core"
import { Schema } from "effect"
import { AuthMethod, authMethod } from "./AuthMethod.ts"
import { Timestamp } from "./wire.ts"

/** What a browser needs for an assertion. `challenge` is base64url; `requestId` names the login on verify. */
export const PasskeyAuthChallenge = Schema.Struct({
  id: CredentialId,
  accountId: AccountId,
  type: Schema.Literal("PASSKEY"),
  nickname: Schema.String,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  credentialId: Schema.String,
  challenge: Schema.String,
  requestId: RequestId,
  expiresAt: Timestamp
}).annotate({ identifier: "PasskeyAuthChallenge" })

// The wider schema would take the narrower body and drop its fields: it stands second.
export const ChallengeBody = Schema.Union([PasskeyAuthChallenge, AuthMethod])

export const challengeBody = (reply: ChallengeReply): typeof ChallengeBody.Type => {
  if (reply._tag === "CodeIssued") return authMethod(reply.credential, reply.otpEncryptionTargetBundle)
  const { challenge, credentialId, request } = reply
  return {
    ...authMethod(reply.credential),
    type: "PASSKEY",
    credentialId,
    challenge,
    requestId: request.requestId,
    expiresAt: request.expiresAt
  }
}
