// biome-ignore-all format: a table, one refusal a line
import { conflict, entry, invalid, missing, unauthorized } from "./Entry.ts"

/** The refusals of every signed retry. */
export const signedRetries = {
  RequestBodyDiffers: unauthorized("WALLET_SIGNATURE_BODY_MISMATCH", "Retry body differs", "The retry must carry the body of the first call. Repeat that body, or start over."),
  RequestExpired: unauthorized("REQUEST_ID_EXPIRED", "Request id expired", "The retry came after expiresAt. Make the first call again and sign the new payload."),
  RequestForAnotherCall: unauthorized("REQUEST_ID_OF_ANOTHER_CALL", "Request id belongs to another call", "The Request-Id was issued for another operation or target. Send the one its own 202 answered."),
  RequestIdMissing: unauthorized("REQUEST_ID_MISSING", "Request-Id header missing", "A stamp came without a Request-Id. Send both headers on the retry, and neither on the first call."),
  RequestUnknown: unauthorized("REQUEST_ID_UNKNOWN", "Unknown request id", "No request of this id waits here. Make the first call again and sign the new payload."),
  RequestUsed: unauthorized("REQUEST_ID_USED", "Request id already used", "A request id works once, and this one has. Read the resource to see what it did."),
  RequestVoid: unauthorized("REQUEST_ID_VOID", "Request id void", "Too many stamps over this request did not hold. Make the first call again."),
  StampInvalid: unauthorized("WALLET_SIGNATURE_INVALID", "Signature does not match the payload", "The stamp does not verify over payloadToSign. Sign its exact text, without parsing or re-serialising it."),
  StampKeyRefused: unauthorized("WALLET_SIGNATURE_KEY", "Stamp key may not sign this request", "The stamp's key is of no session that may sign this. Sign with an active session key of the same account."),
  StampMalformed: unauthorized("WALLET_SIGNATURE_MALFORMED", "Malformed stamp", "The signature header is not a P-256 API-key stamp. Send base64url of its JSON: publicKey, scheme, and signature as hex of DER, not of raw r and s."),
  StampMissing: unauthorized("WALLET_SIGNATURE_MISSING", "Signature header missing", "A call that has to be signed came without a stamp. Send it: beside the Request-Id on a retry, over its payload for a quote; a first call has neither.")
}

/** The refusals of what is to be signed, of sessions, and of calls that are to show one. */
export const signing = {
  PayloadDiffers: unauthorized("WALLET_SIGNATURE_PAYLOAD_MISMATCH", "Payload differs from the one signed", "What the endpoint would do now is not what was signed, and nothing was done. Make the first call again."),
  PayloadTooLarge: invalid("Payload to sign too large", "The payload to sign and the path exceed 4,096 bytes together. Send a call whose terms are shorter."),
  SessionNotFound: missing("No active session has this id here. It may have ended; list the account's sessions for the ones it has."),
  SessionOver: unauthorized("SESSION_OVER", "Session is over", "No active session has the id in the proof. Sign in again, or refresh the session before it ends."),
  SessionProofMalformed: unauthorized("SESSION_PROOF_MALFORMED", "Malformed session proof", "Service-Wallet-Session is a session id, milliseconds and a nonce with semicolons between; its stamp is a P-256 API-key stamp. Let the client write both."),
  SessionProofMissing: unauthorized("SESSION_PROOF_MISSING", "Session proof missing", "This endpoint wants Service-Wallet-Session and its stamp. Let the client write both, for each call anew."),
  SessionProofRefused: unauthorized("SESSION_PROOF_SIGNATURE", "Stamp is not of this session and call", "The stamp does not verify by the session's key over this method, path and body. Sign what is sent; where a proxy takes a prefix off the path, declare it as strippedPrefix."),
  SessionProofStale: unauthorized("SESSION_PROOF_STALE", "Session proof is stale", "By this server's clock the proof was not made just now. Set the caller's clock, and make a proof for each call."),
  SessionProofUsed: unauthorized("SESSION_PROOF_USED", "Session proof already used", "A proof works once, and this one has. Make another for each call, also for one that is repeated.")
}

/** The refusals of credentials. */
export const credentials = {
  AccountNotFound: missing("No internal account has this id here. Check the id, and that the API token is of the account's platform and mode."),
  ChallengeNotUsed: invalid("OAUTH has no challenge", "An OAUTH credential has no challenge step. Call verify with a fresh token."),
  ClientKeyMissing: invalid("clientPublicKey required", "A PASSKEY challenge needs clientPublicKey, a P-256 point in hex. Send the key the session is to be sealed to."),
  CredentialNotFound: missing("No credential has this id here. List the account's credentials for the ones it has."),
  CredentialSetChanged: entry(409, "EMAIL_OTP_CREDENTIAL_SET_CHANGED", "E-mail credentials changed meanwhile", "The customer's EMAIL_OTP credentials or wallets are others than when the call was signed. Make the first call again."),
  CredentialTypeDiffers: invalid("Credential type differs", "The body's type is not the credential's type. Send the type the credential was listed with."),
  EmailMissing: invalid("Customer has no e-mail address", "An EMAIL_OTP credential takes its address from the customer. Give the customer one first."),
  EmailOtpExists: entry(400, "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS", "EMAIL_OTP credential exists", "The account has its one EMAIL_OTP credential. Remove that one first, or change the customer's address."),
  IssuerUnavailable: entry(503, "SERVICE_UNAVAILABLE", "", "The issuer's keys could not be had, so the token was not judged. Try again after Retry-After, with a fresh token."),
  LastCredential: invalid("Last credential of the account", "An account keeps at least one credential. Add another one first."),
  LoginNotAwaited: unauthorized("REQUEST_ID_MISSING", "Request-Id header missing", "A PASSKEY verify names its challenge. Send the requestId of the challenge in the Request-Id header."),
  OauthExists: invalid("OAUTH credential exists", "The account has a credential of this identity: issuer, audience and subject. Sign in with that one."),
  OidcTokenMalformed: invalid("Malformed OIDC token", "oidcToken is not a compact JWS of JSON without repeated claims. Send the identity token as the issuer made it."),
  OidcTokenRefused: unauthorized("OIDC_TOKEN", "OIDC token refused", "A check of the token failed; reason names it. Ask the issuer for a fresh one."),
  OtpBundleMalformed: invalid("Malformed OTP bundle", "encryptedOtpBundle is not JSON text of encappedPublic and ciphertext in hex. Send what the HPKE library made."),
  OtpBundleUnopened: unauthorized("OTP_BUNDLE_UNOPENED", "OTP bundle does not open", "The bundle was not sealed to the target key in force. Seal the code to the newest otpEncryptionTargetBundle."),
  OtpCoolingDown: { ...entry(429, "RATE_LIMITED", "Too many wrong OTP codes", "Too many wrong codes. Ask for a new code after Retry-After seconds."), check: "OTP_LOCKED" },
  OtpExhausted: unauthorized("OTP_LOCKED", "Too many wrong OTP codes", "Too many wrong codes: none is judged for now. Wait for the lock to end, then ask for a new code."),
  OtpExpired: unauthorized("OTP_EXPIRED", "OTP code expired", "The code is over. Ask for a new one."),
  OtpNotPending: unauthorized("OTP_NOT_PENDING", "No pending OTP", "No code waits for an answer. Ask for a new one."),
  OtpSuperseded: unauthorized("OTP_SUPERSEDED", "A newer OTP code was requested", "A newer code was asked for after this one was proven. Finish the login of the newest code."),
  OtpWrong: unauthorized("OTP_WRONG", "Invalid OTP code", "The code is not the one that was sent. Try again."),
  PasskeyExists: entry(400, "PASSKEY_CREDENTIAL_ALREADY_EXISTS", "Passkey is registered", "A passkey of this credentialId is registered. Sign in with it, or make another."),
  PasskeyMalformed: invalid("Malformed passkey data", "A part of the ceremony is not of its shape; details.errors names it. Send what the browser made, in base64url."),
  PasskeyRefused: unauthorized("PASSKEY", "Passkey refused", "A check of the ceremony failed; reason names it. Start over with a fresh challenge."),
  TooManyCredentials: invalid("Too many credentials", "The account has 50 credentials, the most there may be. Remove one that is not used.")
}

/** The refusals of customers, of what belongs to them, and of API tokens. */
export const customers = {
  CurrencyInUse: conflict("Currency in use", "The customer has an account in a currency that is left out. Send all of its currencies and the new ones."),
  CurrencyNotOffered: entry(400, "INVALID_CURRENCY", "Currency not offered", "The platform offers no account in one of the currencies. Leave the list out: the answer names those offered."),
  CustomerDeleted: entry(410, "CUSTOMER_DELETED", "", "The customer was deleted. It can be read and listed with isIncludingDeleted; for anything else create one."),
  CustomerExists: conflict("platformCustomerId in use", "A customer with this platformCustomerId exists. Read that one, or choose another id."),
  CustomerHoldsMoney: conflict("Customer holds money", "An account of the customer has a balance, or a payment of it is on its way. Pay the money out, wait for what is on its way, and delete then."),
  CustomerNotFound: entry(404, "USER_NOT_FOUND", "", "No customer has this id here. Check the id, and that the API token is of the customer's platform and mode."),
  CustomerTypeDiffers: invalid("Customer type differs", "The call names another customerType, or a field that this type has not. Send fields of the customer's own type."),
  OwnerIncomplete: entry(400, "MISSING_MANDATORY_USER_INFO", "Beneficial owner is incomplete", "A beneficial owner has to have more than this. details.errors names each field that is missing."),
  OwnerNotFound: missing("No beneficial owner has this id here. List those of the customer for the ones it has."),
  PermissionsExceeded: entry(403, "FORBIDDEN", "Permission that the maker has not", "A token gives no more than it has. Ask for permissions of the token that makes the call, or use another one."),
  TokenNotFound: entry(404, "TOKEN_NOT_FOUND", "", "No API token that was made by a call has this id here. Those of the configuration are changed there."),
  UmaAddressTaken: conflict("umaAddress in use", "Another customer has this umaAddress, or had it and was deleted. Choose another one, or leave it out."),
  VerificationNotFound: missing("No verification has this id here. List the customer's verifications for the ones it has.")
}

/** The refusals of an account that is created or changed. */
export const judged = {
  ExternalAccountExists: conflict("platformAccountId in use", "An external account of this owner with this platformAccountId exists. List with platformAccountId to read it, or choose another id."),
  ExternalAccountInvalid: invalid("Invalid external account", "The account has fields that its type refuses. details.errors names each one, and what it must be."),
  ExternalAccountMistyped: entry(400, "INVALID_BANK_ACCOUNT", "Check digits do not match", "No such account exists: a check digit says that something is mistyped. details.errors names the field."),
  ExternalAccountRejected: entry(400, "INVALID_BANK_ACCOUNT", "Account cannot be paid", "Verification says that this account cannot be paid. Nothing was stored; ask its owner for another one.")
}

/** The refusals of external accounts. */
export const externalAccounts = {
  ExternalAccountInUse: conflict("Payment under way", "A payment of this account is under way. List its transactions, and remove the account when they have ended."),
  ExternalAccountNotActive: entry(400, "INVALID_BANK_ACCOUNT", "External account is not active", "Only an ACTIVE external account receives money. Read it for its status, and pay another one meanwhile."),
  ExternalAccountNotFound: missing("No external account has this id here. Check the id, the scope in the path, and that the API token is of its platform and mode."),
  OriginatorUnregistered: entry(400, "MISSING_MANDATORY_USER_INFO", "Sender's registrationNumber is missing", "A business that sends to this destination needs a registrationNumber. Add it to the customer's businessInfo first."),
  RevisionSuperseded: conflict("Account was changed", "The account says something else than what was looked at. Look at it anew, and tell the finding of that."),
  StatusUnreachable: conflict("Status does not follow", "The account's status does not lead to the one that was asked for. docs/generated/machines.md has every step there is.")
}

/** What the config of the platform refuses. */
export const limits = {
  AmountBeyondLimits: entry(400, "AMOUNT_OUT_OF_RANGE", "Amount outside the platform's limits", "supportedCurrencies of the platform's config has limits for this currency. details.errors names them; choose an amount within."),
  CounterpartyIncomplete: entry(400, "MISSING_MANDATORY_USER_INFO", "Counterparty lacks mandatory fields", "supportedCurrencies of the platform's config requires fields of the counterparty. details.errors names them; add them to its account."),
  CurrencyUnsupported: entry(400, "INVALID_CURRENCY", "Currency is not supported", "supportedCurrencies of the platform's config does not have the currency of this payment. Add it with PATCH /config, or use another."),
  TransactionTypeDisabled: invalid("Transaction type is not enabled", "supportedCurrencies of the platform's config does not enable this type of transaction in this currency. Change it with PATCH /config.")
}

/** The refusals of money. */
export const payments = {
  AccountUnsuitable: invalid("Account does not pay that way", "An embedded wallet pays by its owner's stamp. Make a quote from it, and execute that with the stamp."),
  AmountInvalid: entry(400, "INVALID_AMOUNT", "", "The amount is zero or negative. Send a whole number of the smallest unit, 1 or more."),
  AmountOutOfRange: entry(400, "AMOUNT_OUT_OF_RANGE", "", "After fees and rounding nothing would arrive, or more than can be counted. Choose another amount."),
  CurrencyRefused: entry(400, "INVALID_CURRENCY", "Currencies do not fit", "The ends are in currencies that this call does not bring together. Name those of the accounts, or use a quote."),
  DepositLate: entry(400, "QUOTE_EXPIRED", "Quote expired", "The quote expired before the deposit came. Make a new quote."),
  InsufficientBalance: entry(400, "INSUFFICIENT_BALANCE", "", "The account has less than that. Read its balance, fund it, or send less."),
  QuoteAwaitsDeposit: invalid("Quote waits for its deposit", "A quote of REALTIME_FUNDING is carried out when its money arrives. Send that as paymentInstructions says."),
  QuoteEndsChanged: conflict("Quote names other ends", "The source or the destination changed after the quote was made, so its signature names another one. Make a new quote, and sign that."),
  QuoteExecutionFailed: entry(400, "QUOTE_EXECUTION_FAILED", "Quote execution failed", "The rails failed to carry the quote out. Read its transaction for what came of it, and make a new quote."),
  QuoteExpired: entry(409, "QUOTE_EXPIRED", "Quote expired", "The terms stood until expiresAt. Make a new quote."),
  QuoteNotFound: entry(404, "QUOTE_NOT_FOUND", "", "No quote has this id here. Make a new one, or send the id as it was answered."),
  QuoteSpent: conflict("Quote was executed", "A quote is carried out once, and this one was, or waits for nothing. Read it for where it stands."),
  SignatureNeeded: invalid("Wallet pays by signature", "A quote from an embedded wallet cannot be executed at once. Leave immediatelyExecute out, and sign it."),
  TransactionNotFound: entry(404, "TRANSACTION_NOT_FOUND", "", "No transaction has this id here. List the transactions for the ones there are."),
  TransactionNotPending: entry(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL", "Payment awaits no decision", "The payment does not await a decision of the platform, or has had one. Read it for its status."),
  UmaNotFound: entry(404, "UMA_NOT_FOUND", "", "Nobody receives at this payment address. In the sandbox it is $scenario.currency@domain.")
}

/** The refusals of the config and of webhooks. */
export const webhooks = {
  ConfigRefused: invalid("Config refused", "The config has settings that cannot take effect. details.errors names each one, and what it must be."),
  DeliveryNotFound: missing("No event of this id is kept here. They are kept for 8 days; list the deliveries for the ones there are."),
  WebhookEndpointNotSet: entry(400, "WEBHOOK_ENDPOINT_NOT_SET", "No webhook endpoint", "There is no endpoint to send to. Set webhookEndpoint with PATCH /config, or name a url."),
  WebhookEndpointRefused: invalid("Webhook endpoint refused", "Webhooks go to https addresses of the public internet, on port 443 or 8443, without a user name. reason names the rule that this one breaks."),
  WebhookNotDelivered: entry(400, "WEBHOOK_DELIVERY_ERROR", "Test webhook not delivered", "No answer came from the endpoint; reason says how far it got. Check that it is reachable, and try again.")
}
