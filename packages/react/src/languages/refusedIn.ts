import type { CountersignError } from "@countersign/client"

/**
 * The refusals with a sentence of their own: by `details.check` or `code` of the refusal, or by its name on the errors
 * page where others share its code. `OUTCOME_UNKNOWN` and `PAGE` are for several.
 */
type Sentence =
  | "ACCOUNT_HELD"
  | "ACCOUNT_SUSPENDED"
  | "AMOUNT_OUT_OF_RANGE"
  | "CONFIRMATION_REFUSED"
  | "CREDENTIAL_SUSPENDED"
  | "CREDENTIAL_TYPE_DISABLED"
  | "CUSTOMER_DELETED"
  | "CallInFlight"
  | "CurrencyInUse"
  | "DESTINATION_NOT_ALLOWED"
  | "EMAIL_CHANGES"
  | "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS"
  | "EmailChangeNotPending"
  | "EmailMissing"
  | "ExternalAccountExists"
  | "ExternalAccountMistyped"
  | "GuardianExists"
  | "INSUFFICIENT_BALANCE"
  | "INTERNAL_ERROR"
  | "INVALID_AMOUNT"
  | "INVALID_BANK_ACCOUNT"
  | "INVALID_CURRENCY"
  | "INVALID_INPUT"
  | "LastCredential"
  | "MISSING_MANDATORY_USER_INFO"
  | "NicknameFixed"
  | "OIDC_TOKEN"
  | "OTP_EXPIRED"
  | "OTP_LOCKED"
  | "OTP_NOT_PENDING"
  | "OTP_SUPERSEDED"
  | "OTP_WRONG"
  | "OUTCOME_UNKNOWN"
  | "OauthExists"
  | "PAGE"
  | "PASSKEY"
  | "PASSKEY_CREDENTIAL_ALREADY_EXISTS"
  | "PAYMENT_LIMIT_EXCEEDED"
  | "QUOTE_EXECUTION_FAILED"
  | "QUOTE_EXPIRED"
  | "QuoteAwaitsDeposit"
  | "QuoteConsumed"
  | "QuoteEndsChanged"
  | "RATE_LIMITED"
  | "RECOVERY_CANCEL_TOKEN"
  | "RECOVERY_CODE"
  | "RECOVERY_DISABLED"
  | "REFERENCE_NOT_FOUND"
  | "REQUEST_ID_EXPIRED"
  | "RecoveryEnded"
  | "RecoveryNotReady"
  | "RecoveryOpen"
  | "RecoveryUnconfirmed"
  | "SERVICE_UNAVAILABLE"
  | "SESSION_OVER"
  | "SESSION_PROOF_STALE"
  | "SIGN_IN_UNKNOWN"
  | "STEP_UP_REQUIRED"
  | "SavedCodesMissing"
  | "TooManyCredentials"
  | "TooManyGuardians"
  | "UMA_NOT_FOUND"
  | "UNDO_TOKEN"
  | "USER_UNKNOWN"
  | "UmaAddressTaken"
  | "VisitorRefused"

/** Refusals about which the end user does the same as about another. */
const ALSO: { readonly [Key in Sentence]?: ReadonlyArray<string> } = {
  INVALID_CURRENCY: ["TransactionTypeDisabled"],
  OTP_NOT_PENDING: ["OTP_BUNDLE_UNOPENED"],
  OUTCOME_UNKNOWN: ["AnswerLost", "AnswerTooLong", "AnswerWithheld", "REQUEST_ID_USED"],
  // Errors of a program: the end user cannot correct them.
  PAGE: [
    ...["ChallengeNotMailed", "ChallengeNotUsed", "ClientKeyMissing", "CredentialTypeDiffers", "CustomerTypeDiffers"],
    ...["EndpointNotFound", "FaultUnknown", "HeaderRepeated", "IdempotencyKeyMalformed", "IdempotencyKeyReused"],
    ...["IdsTooMany", "OidcTokenMalformed"],
    ...["OtpBundleMalformed", "PasskeyMalformed", "PayloadTooLarge", "QueryKeyRepeated", "SignatureNeeded"],
    ...["API_TOKEN", "FORBIDDEN", "INVALID_REQUEST_FORMAT", "METHOD_NOT_ALLOWED"],
    ...["REQUEST_ID_MISSING", "REQUEST_ID_OF_ANOTHER_CALL", "SESSION_PROOF_MALFORMED", "SESSION_PROOF_MISSING"],
    ...["SESSION_PROOF_SIGNATURE", "SESSION_PROOF_USED", "WALLET_SIGNATURE_BODY_MISMATCH", "WALLET_SIGNATURE_INVALID"],
    ...["WALLET_SIGNATURE_MALFORMED", "WALLET_SIGNATURE_MISSING"]
  ],
  REFERENCE_NOT_FOUND: ["QUOTE_NOT_FOUND", "TRANSACTION_NOT_FOUND", "USER_NOT_FOUND"],
  REQUEST_ID_EXPIRED: [
    ...["EMAIL_OTP_CREDENTIAL_SET_CHANGED", "REQUEST_ID_UNKNOWN", "REQUEST_ID_VOID"],
    ...["RevisionSuperseded", "WALLET_SIGNATURE_PAYLOAD_MISMATCH"]
  ],
  SESSION_OVER: ["WALLET_SIGNATURE_KEY"]
}

/** The texts of refusals in one language. */
export interface RefusalTexts {
  readonly sentences: Readonly<Record<Sentence, string>>
  /** After the sentence: the names of the rejected fields, where the language has them. */
  readonly fields: (names: string) => string
  /** After the sentence: the incident that support can look up. */
  readonly incident: (id: string) => string
  /** A refusal of a newer server, or one that end users do not cause. */
  readonly other: (code: string) => string
}

/** Returns the sentence of each refusal, never the server's own words. */
export const refusedIn = (
  { fields, incident, other, sentences }: RefusalTexts,
  nameOf: (field: string) => string | undefined
): ((refusal: CountersignError) => string) => {
  const known = new Map(
    Object.entries(sentences).flatMap(([key, sentence]) =>
      [key, ...(namesOf.get(key) ?? [])].map((name) => [name.toLowerCase(), sentence] as const)
    )
  )
  return ({ code, details = {}, docs = "" }) => {
    // The anchor of the errors page is the name of the refusal.
    const keys = [docs.replace(/^.*#/su, ""), details.check ?? "", code]
    const sentence = keys.map((key) => known.get(key.toLowerCase())).find((found) => found !== undefined)
    const names = new Set(details.errors?.flatMap(({ field }) => nameOf(field.replace(/^.*\./su, "")) ?? []))
    return [
      sentence ?? other(code),
      ...(names.size === 0 ? [] : [fields([...names].join(", "))]),
      ...(details.incident === undefined ? [] : [incident(details.incident)])
    ].join(" ")
  }
}

const namesOf = new Map<string, ReadonlyArray<string>>(Object.entries(ALSO))
