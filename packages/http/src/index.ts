export { openApiDocument } from "./document/openApi.ts"
export { bodyOf, type Refusal } from "./errors/answer.ts"
export { catalogue, type EdgeTag, type RefusalTag } from "./errors/catalogue.ts"
export type { Entry } from "./errors/Entry.ts"
export { ErrorBody } from "./errors/Entry.ts"
export { type Guarded, granted, guardBySession, guardBySignature, refused } from "./guards/guards.ts"
export { type HostCall, type HostCallOptions, hostCalls } from "./guards/hostCall.ts"
export { BODY_LIMIT } from "./message/body.ts"
export type { Call } from "./message/Call.ts"
export { SIGNATURE_HEADER, type SignatureHeader } from "./message/headers.ts"
export { Reply } from "./message/Reply.ts"
export {
  type AroundCall,
  AroundCalls,
  type Ground,
  Grounds,
  type ModePorts,
  Modes,
  type Ports
} from "./Ports.ts"
export { Api } from "./resources/Api.ts"
export {
  AuthMethod,
  AuthSession,
  authMethod,
  authSession,
  ChallengeBody,
  challengeBody,
  openedSession
} from "./resources/authentication/readCredentials.ts"
export { ExportedWalletBody, exportedWalletBody } from "./resources/customers/exportWallet.ts"
export { InternalAccountBody, internalAccountBody } from "./resources/customers/readAccounts.ts"
export { CustomerBody, customerViewBody } from "./resources/customers/readCustomers.ts"
export type { AnyEndpoint } from "./resources/endpoint.ts"
export { ExternalAccountBody, externalAccountBody } from "./resources/externalAccounts/readExternalAccounts.ts"
export { endpoints } from "./resources/index.ts"
export { pageBody, pageRequest, paging } from "./resources/paging.ts"
export { inCurrencies } from "./resources/payments/money.ts"
export { QuoteBody, QuoteRequest, quoteBody, quoteCommand } from "./resources/payments/QuoteBody.ts"
export { TransactionBody, transactionBody } from "./resources/payments/readTransactions.ts"
export { SignedRequestChallenge, signedRequestChallenge } from "./resources/signedRetry.ts"
export { CreatedTokenBody, createdTokenBody, TokenBody, tokenBody } from "./resources/tokens/tokens.ts"
export { BeneficialOwnerBody, beneficialOwnerBody } from "./resources/verifications/beneficialOwners.ts"
export { VerificationBody, verificationBody } from "./resources/verifications/verifications.ts"
export { ConfigBody, configBody } from "./resources/webhooks/config.ts"
export { DeliveryBody, deliveryBody } from "./resources/webhooks/deliveries.ts"
export { EventBodyMissing, envelope, eventBodies } from "./resources/webhooks/eventBodies.ts"
export { secretText, webhookKeys } from "./resources/webhooks/keys.ts"
export { makeWebHandler, mountedUnder, type WebHandler, type WebHandlerOptions } from "./webHandler.ts"
