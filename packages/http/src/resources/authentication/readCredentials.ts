import * as core from "@countersign/core/internal"
import {
  AccountId,
  type ChallengeReply,
  type Credential,
  CredentialId,
  CredentialType,
  credentialTypeOf,
  type OpenedSession,
  PasskeyMaterial,
  RequestId,
  type Session,
  SessionId
} from "@countersign/core/internal"
import { Effect, Option, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"

/** An authentication credential. `otpEncryptionTargetBundle` is only in responses that issue a code. */
export const AuthMethod = Schema.Struct({
  id: CredentialId,
  accountId: AccountId,
  type: CredentialType,
  nickname: Schema.String,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  credentialId: Schema.optionalKey(Schema.String),
  otpEncryptionTargetBundle: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "AuthMethod" })

export const authMethod = (
  credential: Credential,
  otpEncryptionTargetBundle?: string | undefined
): typeof AuthMethod.Type => ({
  id: credential.credentialId,
  accountId: credential.accountId,
  type: credentialTypeOf(credential.type),
  nickname: credential.nickname,
  createdAt: credential.createdAt,
  updatedAt: credential.updatedAt,
  ...webauthnId(credential),
  ...(otpEncryptionTargetBundle === undefined ? {} : { otpEncryptionTargetBundle })
})

const readPasskey = Schema.decodeUnknownOption(PasskeyMaterial)

/** The credential id for `allowCredentials` in the browser. */
const webauthnId = ({ material, type }: Credential) =>
  type === "PASSKEY"
    ? Option.match(readPasskey(material), { onNone: () => ({}), onSome: ({ credentialId }) => ({ credentialId }) })
    : {}

/**
 * A session: the fields of its credential, the session id, and its expiry. The encrypted session key is only in the
 * response that creates it.
 */
export const AuthSession = Schema.Struct({
  id: SessionId,
  accountId: AccountId,
  type: CredentialType,
  nickname: Schema.String,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp,
  encryptedSessionSigningKey: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "AuthSession" })

export const authSession = (session: Session.Session): typeof AuthSession.Type => ({
  id: session.sessionId,
  accountId: session.accountId,
  type: credentialTypeOf(session.credentialType),
  nickname: session.nickname,
  createdAt: session.createdAt,
  updatedAt: session.createdAt,
  expiresAt: session.expiresAt
})

export const openedSession = ({ encryptedSessionSigningKey, session }: OpenedSession): typeof AuthSession.Type => ({
  ...authSession(session),
  ...(encryptedSessionSigningKey === undefined ? {} : { encryptedSessionSigningKey })
})

/** The options for a passkey assertion. `challenge` is base64url; `requestId` identifies the login on verify. */
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

// The order matters: the wider schema also accepts the narrower body and would drop its fields.
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

const query = { accountId: core.AccountId }

export const listCredentials = endpoint(
  HttpApiEndpoint.get("listCredentials", "/auth/credentials", {
    query,
    success: Schema.Struct({ data: Schema.Array(AuthMethod) })
  }),
  { summary: "List the credentials of an account" },
  ({ query: { accountId } }) =>
    Effect.map(core.listCredentials(accountId), (all) => ({ data: all.map((each) => authMethod(each)) }))
)

export const listSessions = endpoint(
  HttpApiEndpoint.get("listSessions", "/auth/sessions", {
    query,
    success: Schema.Struct({ data: Schema.Array(AuthSession) })
  }),
  { summary: "List the active sessions of an account" },
  ({ query: { accountId } }) => Effect.map(core.listSessions(accountId), (all) => ({ data: all.map(authSession) }))
)
