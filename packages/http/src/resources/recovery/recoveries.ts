import { Effect, Schema, String } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { AuthMethod, authMethod, NewCredential, ofIssuedCode } from "../authentication/credentials.ts"
import { get, post, remove } from "../endpoint.ts"
import { optional, Timestamp } from "../fields.ts"
import { ofCode, retry, signed } from "../signedEndpoint.ts"

export const RecoveryBody = Schema.Struct({
  id: core.RecoveryId,
  accountId: core.AccountId,
  method: core.RecoveryMethod,
  status: Schema.Literals(["WAITING", "READY", "COMPLETED", "CANCELLED", "EXPIRED"]),
  createdAt: Timestamp,
  readyAt: Timestamp.annotate({ description: "From then until `expiresAt` it can be completed" }),
  expiresAt: Timestamp,
  ...ofIssuedCode,
  otpEncryptionTargetBundle: optional(
    Schema.String,
    "The key that a code is encrypted to. Present only in answers that start a recovery by code or mail a code"
  )
}).annotate({ identifier: "Recovery", description: "A way back into a wallet whose owner lost every credential" })

export const recoveryBody = ({ _tag, recoveryId: id, ...recovery }: core.Recovery): typeof RecoveryBody.Type => ({
  ...recovery,
  id,
  status: String.toUpperCase(_tag)
})

const challengedBody = ({ recovery, ...code }: core.ChallengedRecovery) => ({ ...recoveryBody(recovery), ...code })

const ofAccount = { query: { accountId: core.AccountId } } as const
const noWallet = ["AccountNotFound", "AccountSuspended", "CustomerDeleted", "RecoveryDisabled"] as const
/** The refusals of a start that the wallet's owner did not begin. */
export const ofStart = [...noWallet, "EmailMissing", "RecoveryOpen"] as const
const notReady = ["RecoveryEnded", "RecoveryNotFound", "RecoveryNotReady"] as const
const params = { id: core.RecoveryId }

export const recovers = {
  achieves:
    "Starts a recovery by saved code, which changes nothing until a code is proven; mails the code of a recovery that waited; submits wrong codes, assertions and cancel tokens.",
  because:
    "Saved codes are with the end user, a mailed code and a cancel token are in the mailbox, an assertion is in the guardian's authenticator. Wrong ones lock nothing: each has at least 65 bits.",
  writes: ["code_mails", "email_otps", "recoveries", "signed_requests"]
}

export const createRecoveryCodes = post("createRecoveryCodes", "/auth/recovery-codes", {
  ofUser: "accountId",
  summary: "Make the saved recovery codes of a wallet",
  description:
    "Signed retry by a session of the account. Returns ten codes once, encrypted to clientPublicKey, in a signed bundle. They replace all older ones, which work until the new ones are confirmed.",
  payload: Schema.Struct({ accountId: core.AccountId, clientPublicKey: core.ClientPublicKey }),
  isSecret: true,
  ...retry(
    Schema.Struct({
      accountId: core.AccountId,
      encryptedRecoveryCodes: Schema.String.annotate({
        description: "A signed bundle whose data is the codes, one a line, encrypted to clientPublicKey"
      })
    }).annotate({ identifier: "CreatedRecoveryCodes", description: "The saved recovery codes of a wallet" }),
    ["AccountNotFound", "CredentialNotFound", "RecoveryDisabled"]
  ),
  handle: ({ headers, payload, sent }) =>
    signed(core.createSavedCodes, headers, { ...payload, body: sent }, (codes) => codes)
})

export const readRecoveryCodes = get("readRecoveryCodes", "/auth/recovery-codes", {
  ofUser: "accountId",
  summary: "Read how many saved recovery codes a wallet has left",
  ...ofAccount,
  description: "Of the newest codes. Until usableFrom, those made before work in their place.",
  success: Schema.Struct({
    left: Schema.Int,
    createdAt: Schema.optionalKey(Timestamp),
    usableFrom: Schema.optionalKey(Timestamp)
  }).annotate({ identifier: "RecoveryCodes" }),
  refusals: ["AccountNotFound"],
  handle: ({ query }) => core.readSavedCodes(query.accountId)
})

export const startRecovery = post("startRecovery", "/auth/recoveries", {
  ofUser: "accountId",
  summary: "Start a recovery by saved code",
  description:
    "Nothing changes until a code is proven. Encrypt a saved recovery code to the otpEncryptionTargetBundle, as an EMAIL_OTP code, and call complete.",
  tokenAlone: recovers,
  payload: Schema.Struct({ accountId: core.AccountId, method: Schema.Literal("SAVED_CODE") }),
  success: RecoveryBody.pipe(HttpApiSchema.status(201)),
  refusals: [...noWallet, "RecoveryUnconfirmed", "SavedCodesMissing"],
  handle: ({ payload }) => Effect.map(core.startRecovery(payload.accountId), challengedBody)
})

export const listRecoveries = get("listRecoveries", "/auth/recoveries", {
  ofUser: "accountId",
  summary: "List the recoveries of a wallet that have not expired",
  ...ofAccount,
  success: Schema.Struct({ data: Schema.Array(RecoveryBody) }),
  handle: ({ query }) => Effect.map(core.listRecoveries(query.accountId), (all) => ({ data: all.map(recoveryBody) }))
})

export const readRecovery = get("readRecovery", "/auth/recoveries/:id", {
  ofUser: "id",
  summary: "Read a recovery",
  params,
  success: RecoveryBody,
  refusals: ["RecoveryNotFound"],
  handle: ({ params: { id } }) => Effect.map(core.readRecovery(id), recoveryBody)
})

export const challengeRecovery = post("challengeRecovery", "/auth/recoveries/:id/challenge", {
  ofUser: "id",
  summary: "Mail the code of a recovery",
  description:
    "For a recovery that a guardian or an operator started, once it is READY. Mails a new code to the customer and returns a new otpEncryptionTargetBundle.",
  tokenAlone: recovers,
  params,
  success: RecoveryBody,
  refusals: [...noWallet, ...notReady, "ChallengeNotMailed", "EmailMissing", "OtpCoolingDown"],
  handle: ({ params: { id } }) => Effect.map(core.challengeRecovery(id), challengedBody)
})

export const completeRecovery = post("completeRecovery", "/auth/recoveries/:id/complete", {
  ofUser: "id",
  summary: "Complete a recovery with a code and a new credential",
  description:
    "Signed retry by the key that was encrypted with the code. Binds the credential, suspends all others, ends all sessions and holds the wallet. Opens no session: sign in with the new credential.",
  params,
  payload: Schema.Struct({
    encryptedOtpBundle: core.EncryptedOtpBundle,
    credential: NewCredential
  }).annotate({ description: "The code, encrypted to the bundle of the recovery, and the credential to bind" }),
  ...retry(AuthMethod.pipe(HttpApiSchema.status(201)), [
    ...core.refusalsOf("add"),
    ...noWallet,
    "CredentialSetChanged",
    "CredentialTypeDisabled",
    ...ofCode,
    "OtpSuperseded",
    "RecoveryCodeWrong",
    ...notReady
  ]),
  tokenAlone: recovers,
  handle: ({ headers, params: { id }, payload, sent }) =>
    signed(
      core.completeRecovery,
      headers,
      { recoveryId: id, ...payload, accountId: payload.credential.accountId, body: sent },
      authMethod
    )
})

export const cancelRecovery = remove("cancelRecovery", "/auth/recoveries/:id", {
  ofUser: "id",
  summary: "Cancel a recovery",
  description: "Signed retry by any active session of the account.",
  params,
  ...retry(HttpApiSchema.NoContent, ["CredentialNotFound", "RecoveryEnded", "RecoveryNotFound"]),
  handle: ({ headers, params: { id } }) => signed(core.cancelRecovery, headers, { recoveryId: id }, () => undefined)
})

export const cancelRecoveryByToken = post("cancelRecoveryByToken", "/auth/recoveries/:id/cancel", {
  ofUser: "id",
  summary: "Cancel a recovery with the token of its notice",
  description: "For an end user without a session. The token can only cancel.",
  tokenAlone: recovers,
  params,
  payload: Schema.Struct({
    cancelToken: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(64)).annotate({
      send: "the token of the notice: 32 hexadecimal characters"
    })
  }),
  refusals: ["RecoveryCancelRefused"],
  handle: ({ params: { id }, payload }) => core.cancelRecoveryByToken(id, payload.cancelToken)
})
