import { randomBytes, randomInt } from "node:crypto"
import type { Target } from "../load/Target.ts"
import { sha256Hex, stamped } from "../native/native.ts"
import { OWN_ROUTE, type Subject } from "../seed/Seed.ts"
import { signerOf } from "./emailOtp.ts"
import { answered, flowOfSubjects, readersOf } from "./Flow.ts"

/** A bank account of a customer, as a payment destination. */
export const externalAccountCreate = flowOfSubjects("external account create", 1, (call) => ({ customerId }) => {
  const accountNumber = String(randomInt(100_000_000)).padStart(8, "0")
  const accountInfo = { accountType: "GBP_ACCOUNT", sortCode: "200000", accountNumber, beneficiary: BENEFICIARY }
  const body = { customerId, currency: "GBP", platformAccountId: `payee ${accountNumber}`, accountInfo }
  return call(201, "POST", "/customers/external-accounts", JSON.stringify(body))
})

const BENEFICIARY = {
  beneficiaryType: "INDIVIDUAL",
  fullName: "Ada Lovelace",
  address: { line1: "1 High Street", city: "London", postalCode: "SW1A 1AA", country: "GB" }
}

const list = (name: string, path: string) =>
  flowOfSubjects(
    name,
    1,
    (call) =>
      ({ accountId }) =>
        call(200, "GET", `${path}?accountId=${accountId}`),
    readersOf
  )

export const listSessions = list("list sessions", "/auth/sessions")
export const listCredentials = list("list credentials", "/auth/credentials")

const guarded =
  (_: unknown, target: Target) =>
  async ({ number, sessionId }: Subject) => {
    const issuedAt = String(Date.now())
    const nonce = randomBytes(16).toString("base64url")
    const proof = { bodyDigest: DIGEST, issuedAt, method: "POST", nonce, path: OWN_ROUTE, sessionId }
    const { compressed, key } = signerOf(number)
    const headers = {
      "service-wallet-session": `${sessionId};${issuedAt};${nonce}`,
      "service-wallet-signature": stamped(JSON.stringify({ ...proof, type: "SESSION_PROOF" }), key, compressed)
    }
    answered(200, await target.call("POST", OWN_ROUTE, { body: BODY, headers }), `POST ${OWN_ROUTE}`)
  }

// The keys are in canonical JSON order, so the digest of the text is the digest of the body.
const BODY = JSON.stringify({ amount: 500, payee: "GB33BUKB20201555555555" })
const DIGEST = sha256Hex(BODY)

/** An endpoint of the host, behind the guard that requires a session. */
export const ownRoute = flowOfSubjects("guard on an own route", 1, guarded, readersOf)
