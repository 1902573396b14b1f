import { formatAmount, formatDate } from "../amount.ts"
import { visible } from "../isolated.ts"
import { enErrors } from "./enErrors.ts"
import type { Language } from "./Language.ts"
import { methodWords, sameTerms } from "./words.ts"

/** English, the default. Refusals are explained by the server's own texts. */
export const en: Language = {
  ...enErrors,
  signIn: {
    title: "Sign in",
    loading: "Reading the ways to sign in…",
    none: "This wallet has no way to sign in.",
    ended: "Your session has ended. Sign in again.",
    suspended: "suspended",
    another: "Use another way",
    reload: "Try again",
    ...methodWords(
      {
        EMAIL_OTP: ["E-mail me a code", "A code is being sent…", "Send a new code"],
        PASSKEY: ["Use a passkey", "Follow the prompt of your browser or device…", "Try the passkey again"],
        OAUTH: ["Use an identity", "Sign in at the provider in the other window…", "Try the identity again"]
      },
      (type) => [`Use ${type}`, "Signing in…", "Try again"]
    )
  },
  visitor: {
    title: "Sign in or sign up",
    email: "E-mail",
    submit: "E-mail me a code",
    waiting: "A code is being sent…",
    passkey: "Use a passkey",
    code: { cancel: "Use another address" }
  },
  code: {
    sent: (sentTo) => `A code was sent to ${sentTo}.`,
    label: "Code from the e-mail",
    wrong: "That code is wrong. Check the newest e-mail and try again.",
    empty: "Enter the code from the e-mail.",
    submit: "Sign in",
    busy: "Checking the code…",
    cancel: "Use another way"
  },
  passkey: {
    label: "Name of this device",
    nickname: "This device",
    submit: "Add a passkey",
    busy: "Follow the prompt of your browser or device…",
    added: ({ nickname, unconfirmedUntil }) =>
      `The passkey “${nickname}” was added. You can sign in with it.${
        unconfirmedUntil === undefined
          ? ""
          : ` Until ${formatDate(unconfirmedUntil, "en")} it can do no more than the sign-in that added it.`
      }`
  },
  terms: (locale) => ({
    ...sameTerms,
    title: ({ payee, sent }) => `Pay ${formatAmount(sent, locale)} to ${payee}?`,
    payee: "To",
    account: "Account type",
    sent: "You pay",
    fee: "Included fee",
    received: "They receive",
    rate: "Rate",
    source: "From",
    expiry: "Valid for",
    expired: "Expired. Get a new quote.",
    approve: ({ sent }) => `Sign and pay ${formatAmount(sent, locale)}`,
    busy: "Signing and paying…",
    decline: "Not now",
    accountType: (accountType) => accountType,
    identifier: (name) => name,
    callTitle: ({ operation }) => `Sign ${visible(operation.replace("Host/", ""))}?`,
    callApprove: () => "Approve and sign",
    callBusy: "Signing…",
    callExpired: "Expired. Start again.",
    call: "Action",
    field: (path) => path.join(" › ") || "Value"
  })
}
