import { Effect, Option, Schema, Struct } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { get, patch, post, remove } from "../endpoint.ts"
import { dated, ListedType, listed, optional, shownType, Timestamp } from "../fields.ts"
import { retry, signed, toSign } from "../signedEndpoint.ts"

/** The fields that a credential has in common with its challenges and its sessions. */
export const ofCredential = {
  id: core.CredentialId,
  accountId: core.AccountId,
  type: ListedType,
  nickname: Schema.String.annotate({
    description:
      "EMAIL_OTP: the e-mail address. OAUTH: usually the address in the identity token. PASSKEY: the name given at registration"
  }),
  ...dated
}

/** The fields of an answer that issues a code. */
export const ofIssuedCode = {
  otpEncryptionTargetBundle: optional(
    Schema.String,
    "Present only in answers that issue a code: JSON text of the signed public key to encrypt that code to"
  ),
  otpAlphabet: optional(
    listed(core.CodeAlphabet),
    "Present with otpEncryptionTargetBundle, except in the 201 of a registration: whether the code has digits alone, or also letters"
  )
}

export const AuthMethod = Schema.Struct({
  ...ofCredential,
  status: optional(Schema.Literal("SUSPENDED"), "Present only while an operator has the credential suspended"),
  unconfirmedUntil: optional(
    Timestamp,
    "Present only until then: it has at most the authority of the session that added it"
  ),
  lastUsedAt: optional(Timestamp, "The last login with it. Absent before the first"),
  credentialId: optional(Schema.String, "Of a PASSKEY: the credential id for the browser's `allowCredentials`"),
  transports: optional(
    Schema.Array(Schema.String),
    "Of a PASSKEY: its transports for the browser's `allowCredentials`"
  ),
  backupEligible: optional(Schema.Boolean, "Of a PASSKEY: whether it may be backed up"),
  backedUp: optional(Schema.Boolean, "Of a PASSKEY: whether it was backed up at its registration or last login"),
  ...ofIssuedCode
}).annotate({ identifier: "AuthMethod", description: "A sign-in method of a wallet" })

export const authMethod = ({ credentialId: id, status, ...credential }: core.Credential): typeof AuthMethod.Type => ({
  ...credential,
  id,
  type: shownType(credential.type),
  ...(status === "SUSPENDED" ? { status } : {}),
  ...unconfirmed(credential),
  ...ofPasskey(credential)
})

/** The 201 of a registration has the properties of the interface alone; lists have the others too (GC4). */
const registered = ({ credential, otpEncryptionTargetBundle }: core.AddedCredential): typeof AuthMethod.Type => ({
  ...Struct.pick(authMethod(credential), [...Struct.keys(ofCredential), "credentialId"]),
  ...(otpEncryptionTargetBundle === undefined ? {} : { otpEncryptionTargetBundle })
})

const unconfirmed = ({ addressVoucher, voucher }: Pick<core.Credential, "addressVoucher" | "voucher">) => {
  const times = [voucher, addressVoucher].flatMap((each) => (each === undefined ? [] : [each.until]))
  return times.length === 0 ? {} : { unconfirmedUntil: Math.max(...times) }
}

const readPasskey = Schema.decodeUnknownOption(core.PasskeyMaterial)

/** The credential id and transports for `allowCredentials` in the browser, and the backup flags. */
const ofPasskey = ({ material, type }: Pick<core.Credential, "material" | "type">) => {
  const passkey = type === "PASSKEY" ? Option.getOrUndefined(readPasskey(material)) : undefined
  if (passkey === undefined) return {}
  const { credentialId, isBackedUp, isBackupEligible, transports } = passkey
  const backedUp = isBackedUp === undefined ? {} : { backedUp: isBackedUp }
  return { credentialId, transports, backupEligible: isBackupEligible, ...backedUp }
}

const PasskeyAuthChallenge = Schema.Struct({
  ...ofCredential,
  type: Schema.Literal("PASSKEY"),
  credentialId: Schema.String,
  challenge: Schema.String.annotate({ description: "Base64url" }),
  requestId: core.RequestId.annotate({ description: "Identifies the login in the call that verifies it" }),
  expiresAt: Timestamp
}).annotate({ identifier: "PasskeyAuthChallenge", description: "The options of a passkey assertion in the browser" })

// The order matters: the wider schema also accepts the narrower body and would drop its fields.
const ChallengeBody = Schema.Union([PasskeyAuthChallenge, AuthMethod])

const challengeBody = (reply: core.ChallengeReply): typeof ChallengeBody.Type => {
  if (reply._tag === "CodeIssued") {
    const { _tag, credential, ...code } = reply
    return { ...authMethod(credential), ...code }
  }
  const { challenge, credential, credentialId, request } = reply
  const { expiresAt, requestId } = request
  return { ...authMethod(credential), type: "PASSKEY", credentialId, challenge, requestId, expiresAt }
}

export const NewCredential = Schema.Union(Object.values(core.kinds).map(({ addition }) => addition)).annotate({
  description: "A credential to add. An EMAIL_OTP credential uses the customer's e-mail address"
})

export const addCredential = post("addCredential", "/auth/credentials", {
  ofUser: "accountId",
  summary: "Add a credential to an account",
  description:
    "Signed retry by a session of the account. For an account without credentials, the first call returns 201.",
  payload: NewCredential,
  ...retry(AuthMethod.pipe(HttpApiSchema.status(201)), [
    ...core.refusalsOf("add"),
    "AccountNotFound",
    "CredentialSetChanged",
    "CredentialTypeDisabled",
    "CustomerDeleted",
    "TooManyCredentials"
  ]),
  tokenAlone: {
    ...toSign,
    because:
      "Only a wallet without any credential takes its first one without a signature. The addresses are notified of each new one."
  },
  handle: ({ headers, payload, sent }) =>
    signed(core.addCredential, headers, { accountId: payload.accountId, addition: payload, body: sent }, registered)
})

export const listCredentials = get("listCredentials", "/auth/credentials", {
  ofUser: "accountId",
  summary: "List the credentials of an account",
  query: { accountId: core.AccountId },
  success: Schema.Struct({ data: Schema.Array(AuthMethod) }),
  handle: ({ query: { accountId } }) =>
    Effect.map(core.listCredentials(accountId), (all) => ({ data: all.map(authMethod) }))
})

export const challengeCredential = post("challengeCredential", "/auth/credentials/:id/challenge", {
  ofUser: "id",
  summary: "Start a login with a credential",
  description:
    "EMAIL_OTP: mails a new code and returns a new otpEncryptionTargetBundle; the body is ignored. PASSKEY: send { clientPublicKey }, the key that the session will be encrypted to, and sign the returned challenge.",
  tokenAlone: {
    achieves: "Mails a code to the owner, which replaces a pending one; starts a passkey login.",
    because:
      "The code is in the mailbox alone, an assertion is in the authenticator alone. Limits per credential and per address bound the mails.",
    writes: ["code_mails", "email_otps", "signed_requests"]
  },
  params: { id: core.CredentialId },
  payload: Schema.Struct({ clientPublicKey: Schema.optionalKey(Schema.Json) }),
  lenient: "ignoring",
  success: ChallengeBody,
  refusals: [...core.refusalsOf("challenge"), "CredentialNotFound", "CredentialSuspended", "CredentialTypeDisabled"],
  handle: ({ params, payload }) =>
    Effect.map(core.challengeCredential(params.id, payload.clientPublicKey), challengeBody)
})

export const confirmCredential = post("confirmCredential", "/auth/credentials/:id/confirm", {
  ofUser: "id",
  summary: "Confirm a credential before its time",
  description:
    "Signed retry by a session of an older, confirmed credential that did not add this one. Until unconfirmedUntil a credential has at most the authority of the session that added it.",
  params: { id: core.CredentialId },
  ...retry(AuthMethod, ["ConfirmationRefused", "CredentialNotFound"]),
  handle: ({ headers, params }) => signed(core.confirmCredential, headers, { credentialId: params.id }, authMethod)
})

export const renameCredential = patch("renameCredential", "/auth/credentials/:id", {
  ofUser: "id",
  summary: "Rename a credential",
  description: "Signed retry by any session of the account. Only a PASSKEY has a nickname that can be changed.",
  params: { id: core.CredentialId },
  payload: Schema.Struct({ nickname: core.Nickname }),
  ...retry(AuthMethod, ["CredentialNotFound", "NicknameFixed"]),
  handle: ({ headers, params, payload, sent }) =>
    signed(core.renameCredential, headers, { credentialId: params.id, ...payload, body: sent }, authMethod)
})

export const revokeCredential = remove("revokeCredential", "/auth/credentials/:id", {
  ofUser: "id",
  summary: "Remove a credential",
  description:
    "Signed retry by a session of another credential of the account. Also ends the sessions of the removed credential. The last credential cannot be removed.",
  params: { id: core.CredentialId },
  ...retry(HttpApiSchema.NoContent, ["CredentialNotFound", "CredentialSuspended", "LastCredential"]),
  handle: ({ headers, params }) => signed(core.revokeCredential, headers, { credentialId: params.id }, () => undefined)
})
