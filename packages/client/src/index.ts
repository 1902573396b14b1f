export { typedCode } from "@countersign/wire"
export type { CredentialType } from "./answers/CredentialType.ts"
export type {
  AuthMethod,
  AuthSession,
  PasskeyAuthChallenge,
  SignedRequestChallenge,
  StepUp
} from "./answers/credentials.ts"
export type { Customer, PendingEmail } from "./answers/customers.ts"
export type { ErrorDetails } from "./answers/ErrorBody.ts"
export type { Expected } from "./answers/expected.ts"
export type { Activity, HistoryPage } from "./answers/history.ts"
export type { PaymentTerms, TermsAmount, TermsEnd } from "./answers/payments.ts"
export { isQuote, type Quote } from "./answers/quotes.ts"
export type { Guardian, StartedRecovery } from "./answers/recovery.ts"
export type { Exchange } from "./connection.ts"
export { type Client, type ClientOptions, createClient } from "./createClient.ts"
export {
  CountersignError,
  isStepUpRequired,
  NetworkError,
  NotConfirmedError,
  PasskeysUnavailableError,
  type QuoteFault,
  QuoteNotSignedError,
  SignInNotPendingError,
  type StepUpRequired,
  TermsDifferError,
  UnexpectedAnswerError,
  WebCryptoUnavailableError
} from "./errors.ts"
export { type ActiveSession, generateKeyPair, type KeyPair, type Signer, type SigningKey } from "./keyPair.ts"
export { type KeyStore, type KeyStoreOn, memoryKeyStore, type Notice } from "./keys/KeyStore.ts"
export type { AddCredential, NewCredential, RevokeCredential } from "./operations/addCredential.ts"
export type { Credentials } from "./operations/credentials.ts"
export type { Customers, ProveEmailOptions } from "./operations/customers.ts"
export type { EmailOtp, LoginOptions } from "./operations/emailOtp.ts"
export {
  type ExecutedQuote,
  type ExecuteQuote,
  type ExecuteQuoteOptions,
  paymentTermsOf,
  stepUpOf
} from "./operations/executeQuote.ts"
export type { ExportWallet } from "./operations/exportWallet.ts"
export type { Guardians } from "./operations/guardians.ts"
export type { History } from "./operations/history.ts"
export type { Oauth, OauthLoginOptions } from "./operations/oauth.ts"
export type { PasskeyLoginOptions, Passkeys, RegisterOptions } from "./operations/passkeys.ts"
export type { Recovery } from "./operations/recovery.ts"
export type { SignedTerms } from "./operations/requireSameAction.ts"
export type { Restore, Sessions } from "./operations/sessions.ts"
export type {
  Confirm,
  FetchWithProof,
  OnStepUp,
  OwnCall,
  Prove,
  Reviewed,
  SignedBy,
  SignedOperation,
  SignedRetry,
  SignedRetryWithoutReview
} from "./operations/signing.ts"
export type { BegunOidc, VisitorOidc } from "./operations/visitorOidc.ts"
export type {
  OfferOptions,
  SignedInVisitor,
  VisitorPasskeyOptions,
  VisitorPasskeys
} from "./operations/visitorPasskeys.ts"
export type { VisitorSignInOptions, Visitors } from "./operations/visitors.ts"
export type { ServerClock } from "./serverClock.ts"
export type { Authenticators } from "./webauthn/assert.ts"
export type { Attestation } from "./webauthn/attest.ts"
