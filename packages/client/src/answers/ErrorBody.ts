import { type Guard, integer, list, object, optional, text } from "./guard.ts"

/** Machine-readable details of a refusal. */
export interface ErrorDetails {
  readonly reason?: string
  /** The failed check as a constant: `OTP_WRONG`, `REQUEST_ID_EXPIRED`. */
  readonly check?: string
  /** The incident id to quote when you report an INTERNAL_ERROR. */
  readonly incident?: string
  /** Each rejected field, by its dotted path. */
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
  /** The rule of the platform's policy that refuses: `PAYMENT_LIMIT`, `OPERATION_SESSION_AGE`. */
  readonly rule?: string
  /** Of `STEP_UP_REQUIRED`: the types of credential whose sessions may sign. */
  readonly credentialTypes?: readonly string[]
  /** Of `STEP_UP_REQUIRED`: the maximum time since the login, in seconds. */
  readonly maxSessionAgeSeconds?: number
  /** The limit that the payment exceeds, in the smallest unit of its currency. */
  readonly limit?: number
  /** Of a stale session proof: the time by the server's clock, in ISO 8601. */
  readonly serverTime?: string
}

/** The response body of every refusal. */
export interface ErrorBody {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly reason?: string
  readonly docs?: string
  readonly details?: ErrorDetails
}

export const isErrorBody: Guard<ErrorBody> = object<ErrorBody>({
  status: integer,
  code: text,
  message: text,
  reason: optional(text),
  docs: optional(text),
  details: optional(
    object<ErrorDetails>({
      reason: optional(text),
      check: optional(text),
      incident: optional(text),
      errors: optional(
        list(object<{ readonly field: string; readonly message: string }>({ field: text, message: text }))
      ),
      rule: optional(text),
      credentialTypes: optional(list(text)),
      maxSessionAgeSeconds: optional(integer),
      limit: optional(integer),
      serverTime: optional(text)
    })
  )
})
