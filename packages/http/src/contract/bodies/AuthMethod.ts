import { AccountId, type Credential, CredentialId, CredentialType } from "@countersign/core"
import { Schema } from "effect"
import { Timestamp } from "./wire.ts"

/** An authentication credential. The bundle is there on the answers that issue a code, and nowhere else. */
export const AuthMethod = Schema.Struct({
  id: CredentialId,
  accountId: AccountId,
  type: CredentialType,
  nickname: Schema.String,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  otpEncryptionTargetBundle: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "AuthMethod" })

export const authMethod = (credential: Credential, otpEncryptionTargetBundle?: string): typeof AuthMethod.Type => ({
  id: credential.credentialId,
  accountId: credential.accountId,
  type: credential.type,
  nickname: credential.nickname,
  createdAt: credential.createdAt,
  updatedAt: credential.updatedAt,
  ...(otpEncryptionTargetBundle === undefined ? {} : { otpEncryptionTargetBundle })
})
