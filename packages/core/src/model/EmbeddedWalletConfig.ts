import { Schema } from "effect"
import { Email } from "./Email.ts"
import { line } from "./expected.ts"

const link = Schema.String.check(
  Schema.isMaxLength(2048),
  Schema.isPattern(/^https:\/\/[^\s\p{Cc}\p{Cs}@]+$/u, { send: "an https URL of at most 2048 characters" })
)

/** Branding of the mails, set by the platform. A mailer may ignore fields that it does not support. */
export const Branding = Schema.Struct({
  appName: Schema.optionalKey(line(100)),
  sendFromEmailAddress: Schema.optionalKey(Email),
  sendFromEmailSenderName: Schema.optionalKey(line(100)),
  replyToEmailAddress: Schema.optionalKey(Email),
  logoUrl: Schema.optionalKey(link)
})
export type Branding = typeof Branding.Type

/**
 * Settings of code mails and codes. A platform may make codes longer or shorter-lived than the host's policy, never
 * weaker.
 */
export const EmbeddedWalletConfig = Schema.Struct({
  ...Branding.fields,
  otpLength: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 6, maximum: 12 })).annotate({
      description: "Length of one-time codes. A length below the host's policy is refused"
    })
  ),
  alphanumeric: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Codes of capitals and digits without similar characters, accepted in either case"
    })
  ),
  expirationSeconds: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 600 })).annotate({
      description: "How long a code is valid, in seconds. A lifetime above the host's policy, or above 600, is refused"
    })
  )
})
export type EmbeddedWalletConfig = typeof EmbeddedWalletConfig.Type

export const brandingOf = ({
  alphanumeric: _,
  expirationSeconds: __,
  otpLength: ___,
  ...branding
}: EmbeddedWalletConfig): Branding => branding
