// Printed from the contract: npm run docs

import type { AccessRule } from "./authentication.ts"

/** More about a refusal. Which fields are present depends on its code. */
export interface ErrorDetails {
  /** The failed check in a few words, as in `reason` of the error. */
  readonly reason?: string
  /** The failed check as a constant: `OTP_WRONG`, `REQUEST_ID_EXPIRED`. */
  readonly check?: string
  /** The incident id to quote when you report an INTERNAL_ERROR. */
  readonly incident?: string
  /** Each rejected field, by its dotted path. */
  readonly errors?: ReadonlyArray<{
    readonly field: string
    readonly message: string
    readonly constraint?: {
      readonly pattern?: string
      readonly enum?: ReadonlyArray<string>
      readonly minLength?: number
      readonly maxLength?: number
    }
  }>
  /** One sentence about the errors that are not listed. */
  readonly more?: string
  /** The end of the hold of an account, in ISO 8601. */
  readonly heldUntil?: string
  /** Of a stale session proof: the time by the server's clock, in ISO 8601. */
  readonly serverTime?: string
  /** The rule of the platform's policy that refuses: `PAYMENT_LIMIT`, `OPERATION_SESSION_AGE`. */
  readonly rule?: AccessRule
  /** Of `STEP_UP_REQUIRED`: the types of credential whose sessions may sign. */
  readonly credentialTypes?: ReadonlyArray<string>
  /** Of `STEP_UP_REQUIRED`: the maximum time since the login, in seconds. */
  readonly maxSessionAgeSeconds?: number
  /** The limit that the payment exceeds, in the smallest unit of its currency. */
  readonly limit?: number
}
