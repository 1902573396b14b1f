// Printed from the contract: npm run docs

import { type Guard, id, object, optional, text, timestamp } from "./guard.ts"

/** A new e-mail address that waits for the code that proves it. */
export interface PendingEmail {
  readonly email: string
  /** ISO 8601, UTC. */
  readonly expiresAt: string
  /** Present only in answers that issue a code: JSON text of the signed public key to encrypt that code to. */
  readonly otpEncryptionTargetBundle?: string | undefined
  /**
   * Present with otpEncryptionTargetBundle, except in the 201 of a registration: whether the code has digits alone,
   * or also letters.
   */
  readonly otpAlphabet?: string | undefined
}

/** Returns whether a value has the fields of `PendingEmail`. */
export const isPendingEmail: Guard<PendingEmail> = object<PendingEmail>({
  email: text,
  expiresAt: timestamp,
  otpEncryptionTargetBundle: optional(text),
  otpAlphabet: optional(text)
})

/** The fields of a customer that the calls of the client change. */
export interface Customer {
  /** `Customer:<uuid>` */
  readonly id: string
  readonly email?: string | undefined
  /** Absent in lists and events. */
  readonly pendingEmail?: PendingEmail | undefined
}

/** Returns whether a value has the fields of `Customer`. */
export const isCustomer: Guard<Customer> = object<Customer>({
  id: id("Customer"),
  email: optional(text),
  pendingEmail: optional(isPendingEmail)
})
