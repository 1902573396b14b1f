import { type Customer, isCustomer, isPendingEmail, type PendingEmail } from "../answers/customers.ts"
import { id, list } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import { type Code, sealed, trustedTarget, untilRight } from "./emailOtp.ts"
import type { Parts } from "./Parts.ts"
import { ofOneCase, segment } from "./path.ts"
import { DELETION } from "./requireSameAction.ts"
import { withClientKey } from "./sessions.ts"
import type { SignedBy } from "./signing.ts"

/** How the code reaches the client. */
export interface ProveEmailOptions {
  /** Requests the mailed code from the end user, up to three times. Return `undefined` to cancel. */
  readonly code: (pending: PendingEmail, attempt: number) => Code | Promise<Code>
  /** The pending change that {@link Customers.changeEmail} returned. Without it, a new code is mailed. */
  readonly pending?: PendingEmail | undefined
}

/** Steps of a customer that need a signature or a code. */
export interface Customers {
  /**
   * Signs a change of the e-mail address of a customer, `Customer:<uuid>`, which receives login codes. Returns the
   * customer with the new address. A server that demands a proof returns the old one and `pendingEmail`, and mails a
   * code to the new address; {@link proveEmail} then completes the change. `signer` is a session of the customer's oldest wallet that has a
   * credential. Throws `TermsDifferError` and signs nothing when the payload names another address or customer.
   */
  readonly changeEmail: (customerId: string, email: string, options: SignedBy) => Promise<Customer>
  /**
   * Proves the pending address with the mailed code. The server notifies the old and the new address. Throws
   * `CountersignError` when the code stays wrong or no change is pending, and `UnexpectedAnswerError` before it
   * requests a code when `bundleSigner` did not sign the key to encrypt it to.
   */
  readonly proveEmail: (customerId: string, options: ProveEmailOptions) => Promise<Customer>
  /** Restores the old address with the token that was mailed to it. Throws `CountersignError` when it is not valid. */
  readonly undoEmail: (customerId: string, undoToken: string) => Promise<Customer>
  /**
   * Deletes a customer: closes its accounts, removes its credentials and ends its sessions. `signer` is a session of
   * any of its wallets. Throws `TermsDifferError` and signs nothing when the payload names another customer.
   * Refused with 409 while an account has a balance. Export the wallet first; this call does not.
   */
  readonly delete: (customerId: string, options: SignedBy) => Promise<void>
}

export const customersOn = ({ bundleSigners, perform, send }: Parts): Customers => ({
  changeEmail: async (customerId, email, { confirm, signer }) => {
    const call = { method: "PATCH", path: pathOf(customerId), body: { email }, signer, confirm }
    const values = { userEmail: normalized(email), userId: ofOneCase(customerId) }
    const means = () => [{ activity: "ACTIVITY_TYPE_UPDATE_USER_EMAIL", values }]
    return readAs(await perform({ ...call, means }), isCustomer, "a Customer")
  },
  proveEmail: async (customerId, { code, pending }) => {
    const path = `${pathOf(customerId)}/email`
    const issued = pending === undefined ? await send({ method: "POST", path: `${path}/challenge` }) : undefined
    const proof = issued === undefined ? pending : readAs(issued, isPendingEmail, "a PendingEmail")
    if (proof === undefined) throw new TypeError("No change of the address is pending")
    const from = issued ?? { call: `PATCH ${pathOf(customerId)}`, status: 200 }
    const target = await trustedTarget(from, proof.otpEncryptionTargetBundle, bundleSigners)
    return withClientKey(({ publicKey }) =>
      untilRight(
        (attempt) => code(proof, attempt),
        async (answer) => {
          const body = JSON.stringify({ encryptedOtpBundle: await sealed(answer, publicKey, target) })
          return readAs(await send({ method: "POST", path: `${path}/verify`, body }), isCustomer, "a Customer")
        }
      )
    )
  },
  undoEmail: async (customerId, undoToken) => {
    const call = { method: "POST", path: `${pathOf(customerId)}/email/undo`, body: JSON.stringify({ undoToken }) }
    return readAs(await send(call), isCustomer, "a Customer")
  },
  delete: async (customerId, { confirm, signer }) => {
    const call = { method: "DELETE", path: pathOf(customerId), signer, confirm }
    // The client knows no other wallet of the customer than that of the session.
    const walletIds = (wallets: unknown) =>
      list(id("InternalAccount"))(wallets) && (!("accountId" in signer) || wallets.includes(signer.accountId))
    const values = { deleteWithoutExport: true, userId: ofOneCase(customerId), walletIds }
    const means = () => [{ activity: DELETION, values }]
    readAs(await perform({ ...call, means }), isCustomer, "a Customer")
  }
})

const pathOf = (customerId: string): string => `/customers/${segment(customerId, "customerId")}`

/** Normalizes an address as the server stores and signs it: NFKC, trimmed, with the host in lower case. */
const normalized = (email: string): string => {
  const address = email.normalize("NFKC").trim()
  const at = address.lastIndexOf("@")
  return address.slice(0, at + 1) + address.slice(at + 1).toLowerCase()
}
