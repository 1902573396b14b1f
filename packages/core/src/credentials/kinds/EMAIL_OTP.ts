import { byId, insert } from "../../ports/records.ts"
import type { Kind } from "../Kind.ts"
import { challenge } from "./email-otp/challenge.ts"
import { codeMails } from "./email-otp/codeMails.ts"
import { EmailOtp, emailOtps } from "./email-otp/EmailOtp.ts"
import { finish } from "./email-otp/finish.ts"
import type { Material } from "./email-otp/material.ts"
import { type Submission, verify } from "./email-otp/verify.ts"

/** A code by e-mail, answered sealed to a key of this service, with the key the session will be signed by inside. */
export const EMAIL_OTP = {
  type: "EMAIL_OTP",
  register: ({ accountId, at, credentialId, environment, material }) => ({
    credential: {
      credentialId,
      accountId,
      type: "EMAIL_OTP",
      nickname: material.email,
      material: { email: material.email },
      // One per account (I6): the account's id is the identity.
      uniqueKey: `EMAIL_OTP/${accountId}`,
      createdAt: at,
      updatedAt: at
    },
    companions: [
      insert(
        emailOtps,
        environment,
        EmailOtp.cases.Idle.make({
          credentialId,
          accountId,
          failures: 0,
          failuresInAll: 0
        }),
        at
      )
    ]
  }),
  reads: (environment, credentialId) => [
    byId(emailOtps, environment, credentialId),
    byId(codeMails, environment, credentialId)
  ],
  challenge,
  verify,
  finish
} satisfies Kind<Material, Submission>
