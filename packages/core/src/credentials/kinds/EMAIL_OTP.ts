import { Effect, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { AccountId, type CredentialId } from "../../model/ids.ts"
import type { Millis } from "../../model/time.ts"
import { byId, insert, remove } from "../../ports/records.ts"
import { credentialOf } from "../alone.ts"
import type { Kept, KeptReads, Kind, Prepared, Registered, Registration } from "../Kind.ts"
import { EmailMissing, EmailOtpExists } from "../refusals.ts"
import { challenge } from "./email-otp/challenge.ts"
import { codeMails } from "./email-otp/codeMails.ts"
import { asOf, begun, emailOtps, issuedOf } from "./email-otp/EmailOtp.ts"
import { finish } from "./email-otp/finish.ts"
import { issueCode } from "./email-otp/issueCode.ts"
import { materialOf } from "./email-otp/material.ts"
import {
  OtpBundleMalformed,
  OtpBundleUnopened,
  OtpCoolingDown,
  OtpExhausted,
  OtpExpired,
  OtpNotPending,
  OtpSuperseded,
  OtpWrong
} from "./email-otp/refusals.ts"
import { Submission, verify } from "./email-otp/verify.ts"

/** A code by e-mail, answered sealed to a key of this service, with the key the session will be signed by inside. */
export const EMAIL_OTP = {
  label: "E-mail codes as a way to sign in",
  // The address is the customer's, never the body's.
  addition: Schema.Struct({ type: Schema.Literal("EMAIL_OTP"), accountId: AccountId }),
  submission: Submission,
  proof: "verify, sign",
  refusals: {
    add: { EmailMissing, EmailOtpExists, OtpNotPending },
    challenge: { OtpCoolingDown, OtpNotPending },
    verify: {
      OtpBundleMalformed,
      OtpBundleUnopened,
      OtpExhausted,
      OtpExpired,
      OtpNotPending,
      OtpSuperseded,
      OtpWrong
    }
  },
  prepare: Effect.fnUntraced(function* (_, { accountId, email }) {
    if (email === undefined) return yield* new EmailMissing()
    const prepared: Prepared = {
      material: { email },
      nickname: email,
      address: email,
      // One per account: the account's id is the identity.
      identity: `EMAIL_OTP/${accountId}`,
      activity: { type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL", parameters: { userEmail: email, userId: accountId } }
    }
    return prepared
  }),
  secret: () => undefined,
  register: Effect.fnUntraced(function* (registration: Registration) {
    const { accountId, announcement, at, credentialId, environment } = registration
    const credential = credentialOf("EMAIL_OTP", registration)
    const idle = begun({ credentialId, accountId })
    if (announcement === undefined) {
      const silent: Registered = {
        credential,
        companions: [insert(emailOtps, environment, idle, at)]
      }
      return silent
    }
    const { bundle, issue, order } = yield* issueCode(credentialId, materialOf(credential).email, at, announcement)
    const announced: Registered = {
      credential,
      companions: [
        insert(emailOtps, environment, issuedOf(idle, issue), at),
        insert(codeMails, environment, order, at)
      ],
      otpEncryptionTargetBundle: bundle
    }
    return announced
  }),
  exists: () => new EmailOtpExists(),
  replayed: (because) => (because === "taken" ? new OtpNotPending() : undefined),
  // An empty address is how this activity spells removal.
  removal: ({ accountId }) => ({
    type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL",
    parameters: { userEmail: "", userId: accountId }
  }),
  retire: ({ mail, otp }: Kept) => [
    ...(otp === undefined ? [] : [remove(otp)]),
    ...(mail === undefined ? [] : [remove(mail)])
  ],
  reads: (environment: EnvironmentKey, credentialId: CredentialId): KeptReads => ({
    otp: byId(emailOtps, environment, credentialId),
    mail: byId(codeMails, environment, credentialId)
  }),
  isLocked: ({ otp }: Kept, at: Millis) => otp !== undefined && asOf(otp.value, at)._tag === "Locked",
  challenge,
  verify,
  finish
} satisfies Kind
