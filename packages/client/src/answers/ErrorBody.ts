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
      )
    })
  )
})
