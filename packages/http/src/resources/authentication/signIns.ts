import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { post } from "../endpoint.ts"
import { listed, optional, Timestamp } from "../fields.ts"
import {
  ofCode,
  ofRequest,
  ofStamp,
  requestIdHeader,
  requestIdOf,
  retry,
  retryHeaders,
  signed
} from "../signedEndpoint.ts"
import { AuthSession, clientHeaders, clientOf, openedSession } from "./sessions.ts"

/** The answers to a proof, which `forVisitor` reads to sign the visitor in. */
const ProvenSignIn = Schema.Struct({
  email: Schema.String.annotate({ description: "The proven address, in its stored form" })
}).annotate({ identifier: "ProvenSignIn", description: "The proof that a visitor reads the mail of an address" })

export const readProof = core.compiledDecoder(ProvenSignIn)

const PasskeySignIn = Schema.Struct({ customerId: core.CustomerId, ...AuthSession.fields }).annotate({
  identifier: "PasskeySignIn",
  description: "The session of a visitor, and the owner of its wallet"
})

export const readPasskeyProof = core.compiledDecoder(
  Schema.Struct({ accountId: Schema.String, customerId: Schema.String })
)

const OidcVisitor = Schema.Struct({
  issuer: Schema.String,
  audience: Schema.String,
  subject: Schema.String.annotate({ description: "The person at this issuer. No other issuer has it" }),
  email: optional(Schema.String, "Only if the issuer has verified it. It identifies no user"),
  accountId: optional(core.AccountId, "The wallet that has the identity as a credential, if there is one"),
  customerId: optional(core.CustomerId, "Its owner")
}).annotate({ identifier: "OidcVisitor", description: "The identity of a visitor at an issuer" })

export const readIdentity = core.compiledDecoder(OidcVisitor)

const OidcSignIn = Schema.Struct({
  accountId: core.AccountId,
  customerId: core.CustomerId,
  session: Schema.optionalKey(AuthSession).annotateKey({
    description: "Absent if the wallet has other credentials only: sign in with one of them, and add the identity"
  })
}).annotate({ identifier: "OidcSignIn", description: "The session of a visitor with an identity" })

const ofToken = {
  oidcToken: core.kinds.OAUTH.submission.fields.oidcToken,
  clientPublicKey: core.ClientPublicKey
}

export const readToken = core.compiledDecoder(Schema.Struct(ofToken))

export const startSignIn = post("startSignIn", "/auth/sign-ins", {
  summary: "Mail a sign-in code to an address",
  description:
    "For a visitor whose wallet is not known yet. The call is the same for every address, whether or not a customer has it, and mails a code to each. Earlier codes stay valid until they expire.",
  tokenAlone: {
    achieves: "Mails a sign-in code to any address.",
    because:
      "The code is in the mailbox alone. It proves the address, and opens no session without the key beside it. Limits per address and per environment bound the mails.",
    writes: ["code_mails", "email_otps"]
  },
  payload: Schema.Struct({ email: core.Email }),
  success: Schema.Struct({
    signInId: core.RequestId.annotate({
      description: "Opens one session after the proof, within 5 minutes by default"
    }),
    otpEncryptionTargetBundle: Schema.String.annotate({
      description: "JSON text of the signed public key to encrypt the code to"
    }),
    otpAlphabet: listed(core.CodeAlphabet).annotate({
      description: "Whether the code has digits alone, or also letters"
    }),
    expiresAt: Timestamp.annotate({ description: "The server refuses the code from this instant on" })
  }).annotate({ identifier: "StartedSignIn", description: "A code that was mailed to a visitor" }),
  refusals: ["CredentialTypeDisabled", "OtpCoolingDown"],
  headers: { "service-client-address": clientHeaders["service-client-address"] },
  handle: ({ headers, payload }) => core.startSignIn(payload.email, headers["service-client-address"])
})

export const proveSignIn = post("proveSignIn", "/auth/sign-ins/verify", {
  summary: "Prove an address with its sign-in code",
  description:
    "The caller who sends the code reads the mail of the address: find your user of this address, or create one. `forVisitor` does this with your `signIn` function. The signInId opens one session of a wallet with the address.",
  tokenAlone: {
    achieves: "Submits wrong codes: five in a row stop the sign-in codes of the address for 30 minutes, once.",
    because:
      "Codes after the lock cannot be guessed. The codes of the wallet's own credentials are counted apart, and still sign in.",
    writes: ["email_otps"]
  },
  payload: Schema.Struct({
    email: core.Email,
    signInId: core.RequestId,
    encryptedOtpBundle: core.EncryptedOtpBundle
  }),
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

export const startPasskeySignIn = post("startPasskeySignIn", "/auth/sign-ins/passkey", {
  summary: "Start a sign-in with any passkey",
  description:
    "For a visitor whose wallet is not known yet. The authenticator offers its passkeys of the site, and the one that signs the challenge opens a session of its wallet. The call stores nothing.",
  tokenAlone: {
    achieves: "Receives a challenge that nothing is stored for.",
    because: "Only a passkey of a wallet can sign it.",
    writes: []
  },
  payload: Schema.Struct({ clientPublicKey: core.ClientPublicKey }),
  success: Schema.Struct({
    requestId: core.RequestId.annotate({ description: "Identifies the sign-in in the call that verifies it" }),
    challenge: Schema.String.annotate({ description: "Base64url" }),
    expiresAt: Timestamp.annotate({ description: "The server refuses the challenge from this instant on" })
  }).annotate({ identifier: "PasskeyAwaited", description: "The options of an assertion by any passkey" }),
  refusals: ["CredentialTypeDisabled"],
  handle: ({ payload }) => core.startPasskeySignIn(payload)
})

export const verifyPasskeySignIn = post("verifyPasskeySignIn", "/auth/sign-ins/passkey/verify", {
  summary: "Open a session with any passkey",
  description:
    "Takes the Request-Id and the clientPublicKey of the challenge, once. `forVisitor` calls your `signIn` function before the visitor receives the session.",
  tokenAlone: {
    achieves: "Nothing without an assertion by a passkey of a wallet.",
    because: "The assertion signs a challenge that is accepted once, for one client key.",
    writes: []
  },
  payload: Schema.Struct({ clientPublicKey: core.ClientPublicKey, assertion: core.PasskeyAssertionBody }),
  isSecret: true,
  success: PasskeySignIn,
  refusals: [
    ...ofStamp,
    ...ofRequest,
    ...core.refusalsOf("verify"),
    "CredentialNotFound",
    "CredentialSuspended",
    "CredentialTypeDiffers",
    "CredentialTypeDisabled"
  ],
  headers: { ...requestIdHeader, ...clientHeaders },
  handle: ({ headers, payload }) => {
    const command = { ...payload, requestId: requestIdOf(headers["request-id"]), client: clientOf(headers) }
    return Effect.map(core.openPasskeySignIn(command), ({ customerId, ...opened }) => ({
      customerId,
      ...openedSession(opened)
    }))
  }
})

export const identifyVisitor = post("identifyVisitor", "/auth/sign-ins/oidc", {
  summary: "Read the identity in a visitor's token",
  description:
    "Verifies an ID token whose nonce is the SHA-256 of clientPublicKey, and returns the wallet that has its identity. Consumes nothing: sign the visitor in only after the call below has consumed the token. `forVisitor` makes both.",
  tokenAlone: {
    achieves: "Nothing without a token of an issuer that the platform trusts.",
    because: "The issuer signs the token for one client key, and it is valid for 60 seconds.",
    writes: []
  },
  payload: Schema.Struct(ofToken),
  success: OidcVisitor,
  refusals: ["CredentialTypeDisabled", "IssuerUnavailable", "OidcTokenMalformed", "OidcTokenRefused"],
  handle: ({ payload }) => core.identifyVisitor(payload)
})

export const openOidcSignIn = post("openOidcSignIn", "/auth/sign-ins/oidc/session", {
  ofUser: "accountId",
  summary: "Open a session of a wallet with a visitor's token",
  description:
    "Consumes the token. A wallet that has the identity as a credential opens a session, and one without any credential gets this one first. Any other opens none.",
  tokenAlone: {
    achieves: "Nothing without a token of an issuer that the platform trusts.",
    because:
      "Only a wallet without any credential takes a new identity by it. The token is accepted once, for one client key.",
    writes: []
  },
  payload: Schema.Struct({ accountId: core.AccountId, ...ofToken }),
  isSecret: true,
  success: OidcSignIn,
  refusals: [
    ...ofStamp,
    ...ofRequest,
    ...core.refusalsOf("add"),
    ...core.refusalsOf("verify"),
    "AccountNotFound",
    "CredentialNotFound",
    "CredentialSetChanged",
    "CredentialSuspended",
    "CredentialTypeDiffers",
    "CredentialTypeDisabled",
    "CustomerDeleted",
    "TooManyCredentials"
  ],
  headers: clientHeaders,
  handle: ({ headers, payload }) =>
    Effect.map(core.openOidcSignIn({ ...payload, client: clientOf(headers) }), ({ opened, ...owned }) => ({
      ...owned,
      ...(opened === undefined ? {} : { session: openedSession(opened) })
    }))
})
