import { AccountId, type Credential, CredentialId, CredentialType, PasskeyMaterial } from "@countersign/core"
import { Option, Schema } from "effect"
import { Timestamp } from "./wire.ts"

/** An authentication credential. The bundle is there on the answers that issue a code, and nowhere else. */
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
  type: credential.type,
  nickname: credential.nickname,
  createdAt: credential.createdAt,
  updatedAt: credential.updatedAt,
  ...webauthnId(credential),
  ...(otpEncryptionTargetBundle === undefined ? {} : { otpEncryptionTargetBundle })
})

const readPasskey = Schema.decodeUnknownOption(PasskeyMaterial)

/** The id a browser is given in allowCredentials. */
const webauthnId = ({ material, type }: Credential) =>
  type === "PASSKEY"
    ? Option.match(readPasskey(material), { onNone: () => ({}), onSome: ({ credentialId }) => ({ credentialId }) })
    : {}
