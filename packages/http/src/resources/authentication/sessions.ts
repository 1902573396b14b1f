import { Effect, Schema } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { uncompressedHex } from "@countersign/wire"
import type { CallHeaders } from "../../message/hostTypes.ts"
import { get, post, remove } from "../endpoint.ts"
import { optional, shownType, Timestamp } from "../fields.ts"
import { retry, retryHeaders, signed } from "../signedEndpoint.ts"
import { p256Pem } from "../webhooks/keys.ts"
import { ofCredential } from "./credentials.ts"

export const AuthSession = Schema.Struct({
  ...ofCredential,
  id: core.SessionId,
  expiresAt: Timestamp.annotate({
    description: "The server rejects signatures by the session key from this instant on"
  }),
  unconfirmedUntil: optional(
    Timestamp,
    "Until then its credential has at most the authority of the session that added it. Absent if it was confirmed"
  ),
  encryptedSessionSigningKey: optional(
    Schema.String,
    "The session's private key, encrypted to the client's key (HPKE). Present only in the answer that opens the session"
  ),
  lastUsedAt: optional(
    Timestamp,
    "Only in lists: the newest signature by its key among the newest 100 receipts of the account, or else `createdAt`"
  ),
  userAgent: optional(
    Schema.String,
    "Only in lists, while the policy `sessionClientRetention` has it stored. Any text; never parse it as HTML"
  ),
  address: optional(Schema.String, "Only in lists, while the policy `sessionClientRetention` has it stored"),
  isCurrent: optional(Schema.Boolean, "Only in lists, if the call names the current session")
}).annotate({ identifier: "AuthSession", description: "A login of a wallet" })

export const authSession = (session: core.Session.Session): typeof AuthSession.Type => ({
  ...session,
  id: session.sessionId,
  type: shownType(session.credentialType),
  updatedAt: session.createdAt,
  ...(session.voucher === undefined ? {} : { unconfirmedUntil: session.voucher.until })
})

export const openedSession = ({
  encryptedSessionSigningKey,
  session
}: core.OpenedSession): typeof AuthSession.Type => ({
  ...authSession(session),
  ...(encryptedSessionSigningKey === undefined ? {} : { encryptedSessionSigningKey })
})

/** The device of the end user, as the host passes it to a call that opens a session. */
export const clientHeaders = {
  "service-client-user-agent": core.ClientInfo.fields.userAgent.annotate({
    description: "The User-Agent of the end user's device. Stored if the policy sessionClientRetention is not 0."
  }),
  "service-client-address": core.ClientInfo.fields.address.annotate({
    description: "The network address of the end user's device. Stored if the policy sessionClientRetention is not 0."
  })
}

export const clientOf = ({
  "service-client-address": address,
  "service-client-user-agent": userAgent
}: CallHeaders): core.ClientInfo | undefined => {
  if (address === undefined && userAgent === undefined) return undefined
  return { ...(address === undefined ? {} : { address }), ...(userAgent === undefined ? {} : { userAgent }) }
}

export const verifyCredential = post("verifyCredential", "/auth/credentials/:id/verify", {
  ofUser: "id",
  summary: "Verify a credential and open a session",
  description:
    "EMAIL_OTP takes two calls: the first returns 202 with a payload, the second repeats the body with a stamp by the key that was encrypted with the code. OAUTH takes one call. PASSKEY takes one call with the Request-Id of its challenge.",
  params: { id: core.CredentialId },
  payload: Schema.Union(Object.values(core.kinds).map(({ submission }) => submission)).annotate({
    description: "The proof of a login. `clientPublicKey` is a P-256 public key in hex"
  }),
  isSecret: true,
  ...retry(AuthSession, [
    ...core.refusalsOf("verify"),
    "CredentialNotFound",
    "CredentialSuspended",
    "CredentialTypeDiffers",
    "CredentialTypeDisabled"
  ]),
  headers: { ...retryHeaders, ...clientHeaders },
  tokenAlone: {
    achieves: "Submits wrong codes: five in a row stop the codes of this credential for 30 minutes, once.",
    because:
      "The owner is notified. After the lock, codes cannot be guessed and wrong ones lock nothing; a session of another credential lifts the lock at once.",
    writes: ["activities", "email_otps", "notices"]
  },
  handle: ({ headers, params, payload }) =>
    signed(
      core.verifyCredential,
      // An identity token is verified in one call, which uses neither header.
      core.kinds[payload.type].proof === "verify" ? {} : headers,
      { credentialId: params.id, submission: payload, client: clientOf(headers) },
      openedSession
    )
})

export const listSessions = get("listSessions", "/auth/sessions", {
  ofUser: "accountId",
  summary: "List the active sessions of an account",
  query: { accountId: core.AccountId, currentSessionId: Schema.optionalKey(core.SessionId) },
  success: Schema.Struct({ data: Schema.Array(AuthSession) }),
  handle: ({ query: { accountId, currentSessionId } }) =>
    Effect.map(core.listSessions(accountId), (all) => ({
      data: all.map(({ client, lastUsedAt, session }) => ({
        ...authSession(session),
        lastUsedAt,
        ...client,
        ...(currentSessionId === undefined ? {} : { isCurrent: session.sessionId === currentSessionId })
      }))
    }))
})

export const refreshSession = post("refreshSession", "/auth/sessions/:id/refresh", {
  ofUser: "id",
  summary: "Refresh a session",
  description:
    "Opens a new session from an active one. Signed retry by the session's own key, with the same clientPublicKey in both calls.",
  params: { id: core.SessionId },
  payload: Schema.Struct({ clientPublicKey: core.ClientPublicKey }),
  isSecret: true,
  ...retry(AuthSession, ["CredentialTypeDisabled", "SessionNotFound"]),
  headers: { ...retryHeaders, ...clientHeaders },
  handle: ({ headers, params, payload }) =>
    signed(core.refreshSession, headers, { sessionId: params.id, ...payload, client: clientOf(headers) }, openedSession)
})

export const revokeOtherSessions = post("revokeOtherSessions", "/auth/sessions/revoke-others", {
  ofUser: "accountId",
  summary: "End all other sessions of an account",
  description: "Signed retry by any active session of the account. The session that signs stays active.",
  payload: Schema.Struct({ accountId: core.AccountId }),
  ...retry(HttpApiSchema.NoContent, ["AccountNotFound", "SessionNotFound"]),
  handle: ({ headers, payload: { accountId }, sent }) =>
    signed(core.revokeOtherSessions, headers, { accountId, body: sent }, () => undefined)
})

export const revokeSession = remove("revokeSession", "/auth/sessions/:id", {
  ofUser: "id",
  summary: "End a session",
  description: "Signed retry by any active session of the account, including the one to end.",
  params: { id: core.SessionId },
  ...retry(HttpApiSchema.NoContent, ["SessionNotFound"]),
  handle: ({ headers, params }) => signed(core.revokeSession, headers, { sessionId: params.id }, () => undefined)
})

const VerificationKeysBody = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      algorithm: Schema.Literal("ES256"),
      publicKey: Schema.String.annotate({ description: "An uncompressed point: 130 lower-case hex characters" }),
      publicKeyPem: Schema.String
    }).annotate({ description: "A public key that verifies verification tokens" })
  )
}).annotate({ identifier: "VerificationKeys" })

export const readVerificationKeys = get("readVerificationKeys", "/auth/keys", {
  ofUser: "none",
  summary: "Read the keys of verification tokens",
  description:
    "Returns the keys that verify the verificationToken of a login by code; several while a key is being rotated. publicKey is an uncompressed point in hex, which clients of the token's format take as the signer.",
  success: VerificationKeysBody,
  handle: () =>
    Effect.map(core.ServiceKey, ({ verificationTokens: { publicKeys } }) => ({
      data: publicKeys.map((key) => ({
        algorithm: "ES256" as const,
        publicKey: uncompressedHex(key),
        publicKeyPem: p256Pem(key)
      }))
    }))
})
