// Printed from the contract: npm run docs

import { type Guard, integer, list, object, optional, text } from "./guard.ts"

/** A rejected field. */
export interface FieldFault {
  readonly field: string
  readonly message: string
}

/** Returns whether a value has the fields of `FieldFault`. */
export const isFieldFault: Guard<FieldFault> = object<FieldFault>({
  field: text,
  message: text
})

/** Machine-readable details of a refusal. */
export interface ErrorDetails {
  /** The failed check in a few words, as in `reason` of the error. */
  readonly reason?: string
  /** The failed check as a constant: `OTP_WRONG`, `REQUEST_ID_EXPIRED`. */
  readonly check?: string
  /** The incident id to quote when you report an INTERNAL_ERROR. */
  readonly incident?: string
  /** Each rejected field, by its dotted path. */
  readonly errors?: ReadonlyArray<FieldFault>
  /** Of a stale session proof: the time by the server's clock, in ISO 8601. */
  readonly serverTime?: string
  /** The rule of the platform's policy that refuses: `PAYMENT_LIMIT`, `OPERATION_SESSION_AGE`. */
  readonly rule?: string
  /** Of `STEP_UP_REQUIRED`: the types of credential whose sessions may sign. */
  readonly credentialTypes?: ReadonlyArray<string>
  /** Of `STEP_UP_REQUIRED`: the maximum time since the login, in seconds. */
  readonly maxSessionAgeSeconds?: number
  /** The limit that the payment exceeds, in the smallest unit of its currency. */
  readonly limit?: number
}

/** Returns whether a value has the fields of `ErrorDetails`. */
export const isErrorDetails: Guard<ErrorDetails> = object<ErrorDetails>({
  reason: optional(text),
  check: optional(text),
  incident: optional(text),
  errors: optional(list(isFieldFault)),
  serverTime: optional(text),
  rule: optional(text),
  credentialTypes: optional(list(text)),
  maxSessionAgeSeconds: optional(integer),
  limit: optional(integer)
})

/** The response body of every refusal. */
export interface ErrorBody {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly reason?: string
  readonly docs?: string
  readonly details?: ErrorDetails
}

/** Returns whether a value has the fields of `ErrorBody`. */
export const isErrorBody: Guard<ErrorBody> = object<ErrorBody>({
  status: integer,
  code: text,
  message: text,
  reason: optional(text),
  docs: optional(text),
  details: optional(isErrorDetails)
})
