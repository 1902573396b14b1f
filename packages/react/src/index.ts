export { formatAmount, formatRate } from "./amount.ts"
export {
  type Countersign,
  CountersignProvider,
  type CountersignProviderProps,
  requireSession,
  useCountersign
} from "./CountersignProvider.tsx"
export { explain, SignedOutError } from "./explain.ts"
export type { HistoryState } from "./history/historyList.ts"
export { type UseHistory, useHistory } from "./history/useHistory.ts"
export { en } from "./languages/en.ts"
export type { ErrorSentences, Language } from "./languages/Language.ts"
export { useLanguage } from "./languages/useLanguage.ts"
export type { Loaded, LoadedState } from "./loaded.ts"
export {
  PasskeyEnrolment,
  type PasskeyEnrolmentProps,
  type PasskeyEnrolmentText
} from "./passkeys/PasskeyEnrolment.tsx"
export { type UsePasskeys, usePasskeys } from "./passkeys/usePasskeys.ts"
export type { SessionOptions, SessionState, SessionStore } from "./session/sessionStore.ts"
export { type UseSession, useSession } from "./session/useSession.ts"
export type { Review, ReviewedTerms, SignedCallState } from "./signedCall/signedCallFlow.ts"
export { TermsApproval, type TermsApprovalProps, type TermsApprovalText } from "./signedCall/TermsApproval.tsx"
export { type UseSignedCall, useSignedCall } from "./signedCall/useSignedCall.ts"
export { CodeEntry, type CodeEntryProps, type CodeEntryText } from "./signIn/CodeEntry.tsx"
export { SignIn, type SignInProps, type SignInText } from "./signIn/SignIn.tsx"
export type { IdentityToken, SignInState } from "./signIn/signInFlow.ts"
export { type UseSignIn, type UseSignInOptions, useSignIn } from "./signIn/useSignIn.ts"
export { VisitorSignIn, type VisitorSignInProps, type VisitorSignInText } from "./signIn/VisitorSignIn.tsx"
export { type UseCredentials, useCredentials } from "./useCredentials.ts"
