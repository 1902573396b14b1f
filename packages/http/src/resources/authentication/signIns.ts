import { Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { post } from "../endpoint.ts"
import { listed, Timestamp } from "../fields.ts"
import { ofCode, retry, retryHeaders, signed } from "../signedEndpoint.ts"
import { AuthSession, clientHeaders, clientOf, openedSession } from "./sessions.ts"

const ProvenSignIn = Schema.Struct({
  signInId: core.RequestId.annotate({ description: "Opens one session, within 5 minutes by default" }),
  email: Schema.String.annotate({ description: "The proven address, in its stored form" })
}).annotate({ identifier: "ProvenSignIn", description: "The proof that a visitor reads the mail of an address" })

/** Reads the answer of `proveSignIn`. */
export const readProof = core.compiledDecoder(ProvenSignIn)

export const startSignIn = post("startSignIn", "/auth/sign-ins", {
  isOfVisitor: true,
  summary: "Mail a sign-in code to an address",
  description:
    "For a visitor whose wallet is not known yet. The call is the same for every address, whether or not a customer has it, and mails a code to each. The previous code becomes invalid.",
  tokenAlone: {
    achieves: "Mails a sign-in code to any address.",
    because:
      "The code is in the mailbox alone. It proves the address, and opens no session without the key beside it. Limits per address and per environment bound the mails.",
    writes: ["code_mails", "email_otps"]
  },
  payload: Schema.Struct({ email: core.Email }),
  success: Schema.Struct({
    otpEncryptionTargetBundle: Schema.String.annotate({
      description: "JSON text of the signed public key to encrypt the code to"
    }),
    otpAlphabet: listed(core.CodeAlphabet).annotate({
      description: "Whether the code has digits alone, or also letters"
    }),
    expiresAt: Timestamp.annotate({ description: "The server refuses the code from this instant on" })
  }).annotate({ identifier: "StartedSignIn", description: "A code that was mailed to a visitor" }),
  refusals: ["CredentialTypeDisabled", "OtpCoolingDown"],
  handle: ({ payload }) => core.startSignIn(payload.email)
})

export const proveSignIn = post("proveSignIn", "/auth/sign-ins/verify", {
  isOfVisitor: true,
  summary: "Prove an address with its sign-in code",
  description:
    "Whoever sends the code reads the mail of the address: find your user of this address, or create one. `forVisitor` does this with your `signIn` function. The signInId opens one session of a wallet with the address.",
  tokenAlone: {
    achieves: "Submits wrong codes: five in a row stop the sign-in codes of the address for 30 minutes, once.",
    because:
      "Codes after the lock cannot be guessed. The codes of the wallet's own credentials are counted apart, and still sign in.",
    writes: ["email_otps"]
  },
  payload: Schema.Struct({ email: core.Email, encryptedOtpBundle: core.EncryptedOtpBundle }),
  success: ProvenSignIn,
  refusals: [...ofCode, "OtpNotPending", "OtpWrong"],
  handle: ({ payload }) => core.proveSignIn(payload)
})

export const openSignIn = post("openSignIn", "/auth/sign-ins/session", {
  ofUser: "accountId",
  summary: "Open the session of a proven address",
  description:
    "Signed retry by the key that was encrypted with the code. The wallet has an EMAIL_OTP credential of the proven address.",
  payload: Schema.Struct({ accountId: core.AccountId, signInId: core.RequestId }),
  isSecret: true,
  ...retry(AuthSession, [
    "CredentialNotFound",
    "CredentialSuspended",
    "CredentialTypeDisabled",
    "OtpSuperseded",
    "SignInUnknown"
  ]),
  headers: { ...retryHeaders, ...clientHeaders },
  handle: ({ headers, payload }) =>
    signed(core.openSignIn, headers, { ...payload, client: clientOf(headers) }, openedSession)
})
