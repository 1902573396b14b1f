import { WireError } from "./errors.ts"
import { canonicalJson, type Json, parseStrictJson } from "./json.ts"

/** The operations that a client signs, by `type`; `parameters` contains their arguments. See {@link activity}. */
export type Activity =
  | Of<
      "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2",
      { readonly authenticators: readonly AuthenticatorParameters[]; readonly userId: string }
    >
  | Of<
      "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS",
      {
        readonly oauthProviders: readonly { readonly oidcToken: string; readonly providerName: string }[]
        readonly userId: string
      }
    >
  | Of<"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2", { readonly targetPublicKey: string }>
  | Of<"ACTIVITY_TYPE_DELETE_API_KEYS", { readonly apiKeyIds: readonly string[]; readonly userId: string }>
  | Of<"ACTIVITY_TYPE_DELETE_AUTHENTICATORS", { readonly authenticatorIds: readonly string[]; readonly userId: string }>
  | Of<"ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS", { readonly providerIds: readonly string[]; readonly userId: string }>
  | Of<
      "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION",
      { readonly deleteWithoutExport: true; readonly userId: string; readonly walletIds: readonly string[] }
    >
  | Of<"ACTIVITY_TYPE_EXPORT_WALLET", { readonly targetPublicKey: string; readonly walletId: string }>
  | Of<"ACTIVITY_TYPE_OTP_LOGIN_V2", { readonly publicKey: string; readonly verificationToken: string }>
  | Of<
      "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
      {
        readonly encoding: "PAYLOAD_ENCODING_HEXADECIMAL"
        readonly hashFunction: "HASH_FUNCTION_NO_OP"
        readonly payload: string
        readonly signWith: string
      }
    >
  | Of<
      "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
      { readonly signWith: string; readonly unsignedTransaction: string; readonly type: `TRANSACTION_TYPE_${string}` }
    >
  | Of<"ACTIVITY_TYPE_UPDATE_USER_EMAIL", { readonly userEmail: string; readonly userId: string }>
  | Of<"ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER", { readonly userId: string; readonly userPhoneNumber: string }>

/** A passkey registration inside an activity; `attestation` and `challenge` are base64url text as the client sent it. */
export type AuthenticatorParameters = {
  readonly attestation: {
    readonly attestationObject: string
    readonly clientDataJson: string
    readonly credentialId: string
  }
  readonly authenticatorName: string
  readonly challenge: string
  readonly transports: readonly string[]
}

/**
 * The JSON text that a client signs for one operation: compact, keys sorted at every level, `timestampMs` as decimal text.
 *
 * | Operation | `activity.type` after `ACTIVITY_TYPE_` | `activity.parameters` |
 * |---|---|---|
 * | add an OIDC credential | `CREATE_OAUTH_PROVIDERS` | oauthProviders, userId |
 * | add a passkey | `CREATE_AUTHENTICATORS_V2` | authenticators, userId |
 * | add or change an e-mail credential, change a customer's e-mail | `UPDATE_USER_EMAIL` | userEmail, userId |
 * | remove an e-mail credential | `UPDATE_USER_EMAIL` | userEmail "", userId |
 * | change a customer's phone | `UPDATE_USER_PHONE_NUMBER` | userId, userPhoneNumber |
 * | remove a passkey | `DELETE_AUTHENTICATORS` | authenticatorIds, userId |
 * | remove an OIDC credential | `DELETE_OAUTH_PROVIDERS` | providerIds, userId |
 * | end a session | `DELETE_API_KEYS` | apiKeyIds, userId |
 * | delete a customer | `DELETE_SUB_ORGANIZATION` | deleteWithoutExport (true), userId, walletIds |
 * | refresh a session, challenge a passkey | `CREATE_READ_WRITE_SESSION_V2` | targetPublicKey |
 * | sign in with a one-time code | `OTP_LOGIN_V2` | publicKey, verificationToken |
 * | export a wallet | `EXPORT_WALLET` | targetPublicKey, walletId |
 * | change an internal account | `SIGN_RAW_PAYLOAD_V2` | encoding, hashFunction, payload (hex), signWith |
 * | execute a quote | `SIGN_TRANSACTION_V2` | signWith, unsignedTransaction (hex), type |
 *
 * Only the last row has unsorted keys, as shown there, and at the top: type, timestampMs, organizationId, parameters,
 * generateAppProofs (always true).
 *
 * `context` is written as `parameters.context`, sorted at every level. It states what else the signature covers: request
 * id, method, path, body digest, expiry and mode. Store the signed text as it is: serializing its value again changes
 * the bytes.
 *
 * Throws `TIMESTAMP_INVALID` unless `timestampMs` (milliseconds since the epoch) is a whole, non-negative number.
 */
export const activity = (options: {
  readonly organizationId: string
  readonly timestampMs: number
  readonly activity: Activity
  readonly context?: Readonly<Record<string, Json>>
}): string => {
  const { organizationId, context } = options
  const { type, parameters } = options.activity
  if (!Number.isSafeInteger(options.timestampMs) || options.timestampMs < 0) {
    throw new WireError("TIMESTAMP_INVALID", "A timestamp is a whole, non-negative number of milliseconds")
  }
  const timestampMs = String(options.timestampMs)
  if (type === "ACTIVITY_TYPE_SIGN_TRANSACTION_V2") {
    return quoteText({ organizationId, timestampMs, parameters, context })
  }
  return canonicalJson({
    organizationId,
    parameters: context === undefined ? parameters : { context, ...parameters },
    timestampMs,
    type
  })
}

const quoteText = (options: {
  readonly organizationId: string
  readonly timestampMs: string
  readonly parameters: Extract<Activity, { readonly type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2" }>["parameters"]
  readonly context: Readonly<Record<string, Json>> | undefined
}): string => {
  const { signWith, unsignedTransaction, type } = options.parameters
  const context = options.context === undefined ? {} : { context: parseStrictJson(canonicalJson(options.context)) }
  return JSON.stringify({
    type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
    timestampMs: options.timestampMs,
    organizationId: options.organizationId,
    parameters: { signWith, unsignedTransaction, type, ...context },
    generateAppProofs: true
  })
}

type Of<Type extends string, Parameters> = {
  readonly type: Type
  readonly parameters: Parameters
}
