import { Schema } from "effect"
import { KindName } from "../../../model/Environment.ts"
import { Refusal, withCode } from "../../../model/Refusal.ts"

export const AccessRule = Schema.Literals([
  "SESSION_CREDENTIAL_TYPE",
  "OPERATION_CREDENTIAL_TYPE",
  "OPERATION_SESSION_AGE",
  "PAYMENT_CREDENTIAL_TYPE",
  "PAYMENT_SESSION_AGE",
  "PAYMENT_LIMIT",
  "PAYMENT_DAY_LIMIT",
  "DESTINATION_AGE",
  "DESTINATION_WITHOUT_AGE"
]).annotate({ description: "A rule of the platform's access policy. A published name never changes" })
export type AccessRule = typeof AccessRule.Type

export const StepUp = Schema.Struct({
  credentialTypes: Schema.optionalKey(Schema.Array(KindName)),
  maxSessionAgeSeconds: Schema.optionalKey(Schema.Int),
  reason: AccessRule
}).annotate({
  description:
    "The kind of credential and the age of the login that a session needs to sign a call. `reason`: the first rule"
})
export type StepUp = typeof StepUp.Type

const { reason: _, ...required } = StepUp.fields

/** The session that signed does not satisfy the policy. The request or quote stays open for one that does. */
export class StepUpRequired extends Refusal("StepUpRequired", { rule: AccessRule, ...required })(
  withCode("forbidden", "STEP_UP_REQUIRED"),
  {
    reason: "Session may not sign this call",
    message:
      "The platform's policy requires another session to sign this call. Log in as details.credentialTypes and details.maxSessionAgeSeconds require, and sign the same payload again.",
    cause:
      "A rule of the platform's access policy requires another kind of credential, or a more recent login. details.rule names it. A refresh does not renew the login.",
    remedy:
      "Log in again, for example with a passkey, and repeat the call with the same Request-Id or quote. `npx @countersign/cli policy explain` shows which rule applies."
  }
) {}

export class CredentialTypeDisabled extends Refusal("CredentialTypeDisabled", { rule: AccessRule })(
  withCode("forbidden", "CREDENTIAL_TYPE_DISABLED"),
  {
    reason: "Credential type is disabled",
    message: "The platform's policy does not allow this type of credential. Use a credential of another type.",
    cause: "sessions.credentialTypes of the platform's access policy does not list the type.",
    remedy: "Sign in with a credential of a listed type, or add the type to the policy with PATCH /platform/settings."
  }
) {}

export class PaymentAboveLimit extends Refusal("PaymentAboveLimit", { rule: AccessRule, limit: Schema.Int })(
  withCode("forbidden", "PAYMENT_LIMIT_EXCEEDED"),
  {
    reason: "Payment exceeds a limit of the platform",
    message:
      "The payment exceeds details.limit, the platform's limit per payment or per day. Choose a smaller amount, or pay on another day.",
    cause:
      "payments.limits of the platform's access policy sets the limit. It counts the debit of the wallet including the fee; a day begins at 00:00 UTC.",
    remedy: "Change the amount, or change the limit with PATCH /platform/settings."
  }
) {}

export class DestinationNotAllowed extends Refusal("DestinationNotAllowed", { rule: AccessRule })(
  withCode("forbidden", "DESTINATION_NOT_ALLOWED"),
  {
    reason: "Destination is not allowed",
    message:
      "The platform's policy allows payments only to accounts that have existed unchanged for some time. Pay another account, or wait.",
    cause:
      "payments.destinationMinAgeSeconds of the platform's access policy is set. An account's age begins again with each change of its destination or beneficiary, and a payment address has no age.",
    remedy: "Store the account in advance, and pay it when it is old enough. Store an account instead of an address."
  }
) {}
