import type { AuthMethod } from "@countersign/client"
import type { TermsApprovalText } from "../signedCall/TermsApproval.tsx"
import type { SignInText } from "../signIn/SignIn.tsx"

type Words = readonly [option: string, waiting: string, retry: string]

/** The words of `SignIn` about a credential, by its type. A newer server may have other types. */
export const methodWords = (
  words: Readonly<Record<"EMAIL_OTP" | "OAUTH" | "PASSKEY", Words>>,
  others: (type: string) => Words
): Pick<SignInText, "option" | "retry" | "waiting"> => {
  const known = new Map<string, Words>(Object.entries(words))
  const wordsOf = ({ type }: AuthMethod) => known.get(type) ?? others(type)
  return {
    option: (credential) => wordsOf(credential)[0],
    waiting: (credential) => wordsOf(credential)[1],
    retry: (credential) => wordsOf(credential)[2]
  }
}

/** The terms that are the same in every language: the remaining time, and the id of the paying account. */
export const sameTerms: Pick<TermsApprovalText, "payer" | "remaining"> = {
  remaining: (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`,
  payer: ({ accountId, identifiers }) => accountId ?? Object.values(identifiers).join(" ")
}
