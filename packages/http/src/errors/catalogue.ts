import { customers } from "./customers.ts"
import { type Entry, unauthorized } from "./Entry.ts"
import { externalAccounts } from "./externalAccounts.ts"
import { idempotency } from "./idempotency.ts"
import { payments } from "./payments.ts"
import type { RefusalTag } from "./RefusalTag.ts"
import { sandbox } from "./sandbox.ts"
import { sessions } from "./sessions.ts"
import { signedRequests } from "./signedRequests.ts"
import { webhooks } from "./webhooks.ts"

/** The closed list of refusals (I16). A refusal of core that is missing here does not compile. */
export const catalogue: { readonly [Tag in RefusalTag]: Entry } = {
  ...customers,
  ...externalAccounts,
  ...idempotency,
  ...payments,
  ...sandbox,
  ...sessions,
  ...signedRequests,
  ...webhooks,
  AccountNotFound: {
    status: 404,
    code: "REFERENCE_NOT_FOUND",
    message:
      "No internal account has this id here. Check the id, and that the API token is of the account's platform and mode."
  },
  BodyMalformed: {
    status: 400,
    code: "INVALID_REQUEST_FORMAT",
    message: "The body is not JSON this API reads. Send UTF-8 JSON with no repeated keys, at most 32 levels deep."
  },
  BodyTaken: {
    status: 400,
    code: "INVALID_REQUEST_FORMAT",
    reason: "Body was read before",
    message:
      "Something in front of this endpoint read the body and left none of it. Put it behind, or have it leave what it read in request.body."
  },
  BodyTooLarge: {
    status: 413,
    code: "INVALID_REQUEST_FORMAT",
    message: "The body exceeds the limit of this server, 64 KiB unless its operator set another. Send a smaller one."
  },
  BodyUnexpected: {
    status: 400,
    code: "INVALID_REQUEST_FORMAT",
    reason: "Body on GET or HEAD",
    message: "No signature covers the body of a GET or HEAD request. Send the request without a body."
  },
  ContentTypeUnsupported: {
    status: 415,
    code: "INVALID_REQUEST_FORMAT",
    message: "The body is not declared as JSON. Send Content-Type: application/json, without Content-Encoding."
  },
  ChallengeNotUsed: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "OAUTH has no challenge",
    message: "An OAUTH credential has no challenge step. Call verify with a fresh token."
  },
  ClientKeyMissing: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "clientPublicKey required",
    message:
      "A PASSKEY challenge needs clientPublicKey, a P-256 point in hex. Send the key the session is to be sealed to."
  },
  CredentialNotFound: {
    status: 404,
    code: "REFERENCE_NOT_FOUND",
    message: "No credential has this id here. List the account's credentials for the ones it has."
  },
  CredentialSetChanged: {
    status: 409,
    code: "EMAIL_OTP_CREDENTIAL_SET_CHANGED",
    reason: "E-mail credentials changed meanwhile",
    message:
      "The customer's EMAIL_OTP credentials or wallets are others than when the call was signed. Make the first call again."
  },
  CredentialTypeDiffers: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Credential type differs",
    message: "The body's type is not the credential's type. Send the type the credential was listed with."
  },
  Defect: {
    status: 500,
    code: "INTERNAL_ERROR",
    message: "The service failed. Nothing is known to have changed; quote details.incident when you report it."
  },
  EmailMissing: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Customer has no e-mail address",
    message: "An EMAIL_OTP credential takes its address from the customer. Give the customer one first."
  },
  EmailOtpExists: {
    status: 400,
    code: "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS",
    reason: "EMAIL_OTP credential exists",
    message: "The account has its one EMAIL_OTP credential. Remove that one first, or change the customer's address."
  },
  EndpointNotFound: {
    status: 404,
    code: "REFERENCE_NOT_FOUND",
    message: "No endpoint has this path. See /docs for the ones there are, and check the version segment."
  },
  HeaderRepeated: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Header sent twice",
    message: "A header that decides who calls, or what is signed, came more than once. Send it once."
  },
  InputInvalid: {
    status: 400,
    code: "INVALID_INPUT",
    message: "The request has fields this endpoint refuses. details.errors names each one."
  },
  IssuerUnavailable: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message:
      "The issuer's keys could not be had, so the token was not judged. Try again after Retry-After, with a fresh token."
  },
  LastCredential: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Last credential of the account",
    message: "An account keeps at least one credential. Add another one first."
  },
  LoginNotAwaited: unauthorized(
    "REQUEST_ID_MISSING",
    "Request-Id header missing",
    "A PASSKEY verify names its challenge. Send the requestId of the challenge in the Request-Id header."
  ),
  MethodNotAllowed: {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    message: "This path has no such method. The Allow header lists the ones it has."
  },
  OauthExists: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "OAUTH credential exists",
    message: "The account has a credential of this identity: issuer, audience and subject. Sign in with that one."
  },
  OidcTokenMalformed: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Malformed OIDC token",
    message:
      "oidcToken is not a compact JWS of JSON without repeated claims. Send the identity token as the issuer made it."
  },
  OidcTokenRefused: unauthorized(
    "OIDC_TOKEN",
    "OIDC token refused",
    "A check of the token failed; reason names it. Ask the issuer for a fresh one."
  ),
  OtpBundleMalformed: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Malformed OTP bundle",
    message:
      "encryptedOtpBundle is not JSON text of encappedPublic and ciphertext in hex. Send what the HPKE library made."
  },
  OtpBundleUnopened: unauthorized(
    "OTP_BUNDLE_UNOPENED",
    "OTP bundle does not open",
    "The bundle was not sealed to the target key in force. Seal the code to the newest otpEncryptionTargetBundle."
  ),
  OtpCoolingDown: {
    status: 429,
    code: "RATE_LIMITED",
    reason: "Too many wrong OTP codes",
    check: "OTP_LOCKED",
    message: "Too many wrong codes. Ask for a new code after Retry-After seconds."
  },
  OtpExhausted: unauthorized(
    "OTP_LOCKED",
    "Too many wrong OTP codes",
    "Too many wrong codes: none is judged for now. Wait for the lock to end, then ask for a new code."
  ),
  OtpExpired: unauthorized("OTP_EXPIRED", "OTP code expired", "The code is over. Ask for a new one."),
  OtpNotPending: unauthorized("OTP_NOT_PENDING", "No pending OTP", "No code waits for an answer. Ask for a new one."),
  OtpSuperseded: unauthorized(
    "OTP_SUPERSEDED",
    "A newer OTP code was requested",
    "A newer code was asked for after this one was proven. Finish the login of the newest code."
  ),
  OtpWrong: unauthorized("OTP_WRONG", "Invalid OTP code", "The code is not the one that was sent. Try again."),
  PasskeyExists: {
    status: 400,
    code: "PASSKEY_CREDENTIAL_ALREADY_EXISTS",
    reason: "Passkey is registered",
    message: "A passkey of this credentialId is registered. Sign in with it, or make another."
  },
  PasskeyMalformed: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Malformed passkey data",
    message:
      "A part of the ceremony is not of its shape; details.errors names it. Send what the browser made, in base64url."
  },
  PasskeyRefused: unauthorized(
    "PASSKEY",
    "Passkey refused",
    "A check of the ceremony failed; reason names it. Start over with a fresh challenge."
  ),
  ScopeMissing: {
    status: 403,
    code: "FORBIDDEN",
    reason: "API token lacks the scope",
    message: "The API token may not do this. Use one with the scope in details.check."
  },
  Stopping: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    reason: "Service is stopping",
    message: "This node takes no more calls. Nothing was done; send the call again, and another node will take it."
  },
  StoreUnmigrated: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    reason: "Store has no tables",
    message:
      "The store's tables are missing, so nothing was done. Whoever runs this service runs `npx countersign migrate up`."
  },
  StoreUnavailable: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message: "The store did not answer, so the outcome is unknown. Read the resource, then try again after Retry-After."
  },
  TargetNotNormal: {
    status: 400,
    code: "INVALID_REQUEST_FORMAT",
    reason: "Path not in normal form",
    message:
      "The path has dot segments, empty segments, a backslash, a fragment, or an escape that no path needs. Send it as a URL parser writes it, with letters, digits, slashes and -._~ unescaped."
  },
  Throttled: {
    status: 429,
    code: "RATE_LIMITED",
    reason: "Too many calls",
    check: "RATE",
    message: "Too many calls of this kind. Try again after Retry-After seconds."
  },
  TokenRefused: unauthorized(
    "API_TOKEN",
    "API credentials refused",
    "The API token is missing, or none of this service. Send HTTP Basic credentials: its id, a colon and its secret."
  ),
  TooManyCredentials: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Too many credentials",
    message: "The account has 50 credentials, the most there may be. Remove one that is not used."
  }
}
