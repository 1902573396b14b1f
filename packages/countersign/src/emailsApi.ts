import { type CallInProcess, resources } from "@countersign/http"
import type { Once } from "./surface.ts"
import type * as t from "./types.ts"

/** The steps after a signed change of a customer's e-mail address. Each rejects with `USER_NOT_FOUND` (404). */
export const emailsApi = (call: CallInProcess) => ({
  customers: {
    /**
     * Mails a new code to the pending address. Rejects with `REFERENCE_NOT_FOUND` (404) when no change is pending, or
     * with `RATE_LIMITED` (429).
     */
    challengeEmail: (id: string, once: Once = {}): Promise<t.PendingEmail> =>
      call(customers.challengeEmail, { id, ...once }),
    /**
     * Proves the pending address with the encrypted code. The customer and its EMAIL_OTP credentials get the address.
     * Rejects with `UNAUTHORIZED` (401) for a wrong code.
     */
    proveEmail: (id: string, encryptedOtpBundle: string, once: Once = {}): Promise<t.Customer> =>
      call(customers.proveEmail, { id, body: { encryptedOtpBundle }, ...once }),
    /**
     * Restores the address that the token was mailed to. Rejects with `UNAUTHORIZED` (401) for a wrong, used or late
     * token.
     */
    undoEmail: (id: string, undoToken: string, once: Once = {}): Promise<t.Customer> =>
      call(customers.undoEmail, { id, body: { undoToken }, ...once })
  }
})

const { customers } = resources
