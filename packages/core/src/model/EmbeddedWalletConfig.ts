import { Context, Schema } from "effect"
import { Email } from "./Email.ts"
import { BrandName, brandOf, isAddressIn } from "./text.ts"

const link = Schema.String.check(
  Schema.isMaxLength(2048),
  Schema.isPattern(/^https:\/\/[^\s\p{Cc}\p{Cs}@]+$/u, { send: "an https URL of at most 2048 characters" })
)

export const Branding = Schema.Struct({
  appName: Schema.optionalKey(BrandName),
  sendFromEmailAddress: Schema.optionalKey(Email),
  sendFromEmailSenderName: Schema.optionalKey(BrandName),
  replyToEmailAddress: Schema.optionalKey(Email),
  logoUrl: Schema.optionalKey(link.annotate({ description: "An https URL" }))
}).annotate({ description: "How the mails of a platform look. A mailer may ignore fields that it does not support" })
export type Branding = typeof Branding.Type

/** The domains of the host's mailer, in which a platform may choose addresses. Undefined if the host sends no mail. */
export const MailDomains = Context.Reference<ReadonlyArray<string> | undefined>("@countersign/core/model/MailDomains", {
  defaultValue: () => undefined
})

/** The branding as a mail may show it, whatever an older version stored: names that are names, addresses of the host. */
export const shownBranding = (
  { appName, logoUrl, replyToEmailAddress, sendFromEmailAddress, sendFromEmailSenderName }: Branding,
  domains: ReadonlyArray<string> | undefined
): Branding => {
  const within = (address?: string) => (isAddressIn(address, domains) ? address : undefined)
  return Object.fromEntries(
    Object.entries({
      appName: brandOf(appName),
      sendFromEmailAddress: within(sendFromEmailAddress),
      sendFromEmailSenderName: brandOf(sendFromEmailSenderName),
      replyToEmailAddress: within(replyToEmailAddress),
      logoUrl
    }).filter(([, value]) => value !== undefined)
  )
}

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
}).annotate({
  description:
    "How mails of a platform look, and the length and lifetime of its codes, never weaker than the host's policy"
})
export type EmbeddedWalletConfig = typeof EmbeddedWalletConfig.Type

export const brandingOf = ({
  alphanumeric: _,
  expirationSeconds: __,
  otpLength: ___,
  ...branding
}: EmbeddedWalletConfig): Branding => branding
