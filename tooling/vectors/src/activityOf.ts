import type { Fields } from "@countersign/vectors"
import type { Activity } from "@countersign/wire"
import { fieldsOf, type Input, inputOf, textOf } from "./Input.ts"

/** Returns the activity of a case by its type and parameters. Throws a `TypeError` on an unknown type. */
export const activityOf = (type: string, parameters: Fields): Activity => {
  const { list, text } = inputOf(parameters)
  const texts = (name: string) => list(name).map(textOf)
  const records = (name: string) => list(name).map((value) => inputOf(fieldsOf(value)))
  switch (type) {
    case "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2":
      return {
        type,
        parameters: { authenticators: records("authenticators").map(authenticatorOf), userId: text("userId") }
      }
    case "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS": {
      const oauthProviders = records("oauthProviders").map((provider) => ({
        oidcToken: provider.text("oidcToken"),
        providerName: provider.text("providerName")
      }))
      return { type, parameters: { oauthProviders, userId: text("userId") } }
    }
    case "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2":
      return { type, parameters: { targetPublicKey: text("targetPublicKey") } }
    case "ACTIVITY_TYPE_DELETE_API_KEYS":
      return { type, parameters: { apiKeyIds: texts("apiKeyIds"), userId: text("userId") } }
    case "ACTIVITY_TYPE_DELETE_AUTHENTICATORS":
      return { type, parameters: { authenticatorIds: texts("authenticatorIds"), userId: text("userId") } }
    case "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS":
      return { type, parameters: { providerIds: texts("providerIds"), userId: text("userId") } }
    case "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION":
      return { type, parameters: { deleteWithoutExport: true, userId: text("userId"), walletIds: texts("walletIds") } }
    case "ACTIVITY_TYPE_EXPORT_WALLET":
      return { type, parameters: { targetPublicKey: text("targetPublicKey"), walletId: text("walletId") } }
    case "ACTIVITY_TYPE_OTP_LOGIN_V2":
      return { type, parameters: { publicKey: text("publicKey"), verificationToken: text("verificationToken") } }
    case "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2":
      return {
        type,
        parameters: {
          encoding: literal(text("encoding"), "PAYLOAD_ENCODING_HEXADECIMAL"),
          hashFunction: literal(text("hashFunction"), "HASH_FUNCTION_NO_OP"),
          payload: text("payload"),
          signWith: text("signWith")
        }
      }
    case "ACTIVITY_TYPE_SIGN_TRANSACTION_V2": {
      const [signWith, unsignedTransaction] = [text("signWith"), text("unsignedTransaction")]
      const kind = text("type").replace(/^TRANSACTION_TYPE_/u, "")
      return { type, parameters: { signWith, unsignedTransaction, type: `TRANSACTION_TYPE_${kind}` } }
    }
    case "ACTIVITY_TYPE_UPDATE_USER_EMAIL":
      return { type, parameters: { userEmail: text("userEmail"), userId: text("userId") } }
    case "ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER":
      return { type, parameters: { userId: text("userId"), userPhoneNumber: text("userPhoneNumber") } }
  }
  throw new TypeError(`There is no activity ${type}`)
}

const authenticatorOf = (fields: Input) => {
  const attestation = inputOf(fields.record("attestation"))
  return {
    attestation: {
      attestationObject: attestation.text("attestationObject"),
      clientDataJson: attestation.text("clientDataJson"),
      credentialId: attestation.text("credentialId")
    },
    authenticatorName: fields.text("authenticatorName"),
    challenge: fields.text("challenge"),
    transports: fields.list("transports").map(textOf)
  }
}

const literal = <T extends string>(text: string, expected: T): T => {
  if (text !== expected) throw new TypeError(`${expected} is the one value here`)
  return expected
}
