import type {
  CountersignError,
  NotConfirmedError,
  QuoteNotSignedError,
  UnexpectedAnswerError
} from "@countersign/client"
import type { AccountText } from "../account/AccountText.ts"
import type { OpenIdText } from "../openid/OpenIdButton.tsx"
import type { PasskeyEnrolmentText } from "../passkeys/PasskeyEnrolment.tsx"
import type { TermsApprovalText } from "../signedCall/TermsApproval.tsx"
import type { CodeEntryText } from "../signIn/CodeEntry.tsx"
import type { SignInText } from "../signIn/SignIn.tsx"
import type { VisitorSignInText } from "../signIn/VisitorSignIn.tsx"

/** The words of all components and errors in one language. `@countersign/react/de` exports one, for example. */
export interface Language {
  /** The BCP 47 tag, by which `Intl` formats numbers, dates and spans of time: "de". */
  readonly tag: string
  /** The words of `SignIn`. */
  readonly signIn: Omit<SignInText, "code" | "failed">
  /** The words of `VisitorSignIn`. */
  readonly visitor: Omit<VisitorSignInText, "failed">
  /** The words of `CodeEntry`. */
  readonly code: CodeEntryText
  /** The words of `PasskeyEnrolment`. */
  readonly passkey: Omit<PasskeyEnrolmentText, "failed">
  /** The words of `TermsApproval`. `locale` is the tag that formats its amounts. */
  readonly terms: (locale: string) => TermsApprovalText
  /** The words of `@countersign/react/account`, in a language of that entry. Default: English. */
  readonly account?: AccountText
  /** The words of `@countersign/react/openid`. Default: English. */
  readonly openId?: Omit<OpenIdText, "failed">
  /** The sentences of `explain`. */
  readonly errors: ErrorSentences
}

/** The cause and the remedy of each error, in one or two sentences. */
export interface ErrorSentences {
  /** The server refused the call. */
  readonly refused: (refusal: CountersignError) => string
  /** When to try again, after the sentence of a refusal. `inTime` is a relative time of `Intl`: "in 3 days". */
  readonly retry: (inTime: string) => string
  /** The client signed nothing. */
  readonly notSigned: (error: QuoteNotSignedError | NotConfirmedError) => string
  /** The client could not verify a response. */
  readonly unverified: (error: UnexpectedAnswerError) => string
  /** By the name of the error: of this package, of the client, or of a DOMException of the browser's passkeys. */
  readonly named: Readonly<Record<NamedError, string>>
  /** Any other error. */
  readonly unknown: string
}

type NamedError =
  | "InvalidStateError"
  | "NetworkError"
  | "NotAllowedError"
  | "PasskeysUnavailableError"
  | "SignInNotPendingError"
  | "SignedOutError"
  | "WebCryptoUnavailableError"
