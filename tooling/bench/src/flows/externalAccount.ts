import { randomBytes, randomInt } from "node:crypto"
import { sha256Hex, stamped } from "../native/native.ts"
import { OWN_ROUTE } from "../seed/Seed.ts"
import { signerOf } from "./emailOtp.ts"
import { answered, caller, type Flow, readersOf, subjectsOf } from "./Flow.ts"

/** A bank account of a customer, as a payment destination. */
export const externalAccountCreate: Flow = {
  name: "external account create",
  requests: 1,
  open: async (target, user, users) => {
    const call = caller(target)
    const next = subjectsOf(target, user, users)
    return {
      run: async () => {
        const number = String(randomInt(100_000_000)).padStart(8, "0")
        const body = JSON.stringify({
          customerId: next().customerId,
          currency: "GBP",
          platformAccountId: `payee ${number}`,
          accountInfo: {
            accountType: "GBP_ACCOUNT",
            sortCode: "200000",
            accountNumber: number,
            beneficiary: BENEFICIARY
          }
        })
        await call(201, "POST", "/customers/external-accounts", body)
      }
    }
  }
}

const BENEFICIARY = {
  beneficiaryType: "INDIVIDUAL",
  fullName: "Ada Lovelace",
  address: { line1: "1 High Street", city: "London", postalCode: "SW1A 1AA", country: "GB" }
}

const list = (name: string, path: string): Flow => ({
  name,
  requests: 1,
  open: async (target, user) => {
    const call = caller(target)
    const next = readersOf(target, user)
    return { run: async () => void (await call(200, "GET", `${path}?accountId=${next().accountId}`)) }
  }
})

/** The active sessions of an account. */
export const listSessions = list("list sessions", "/auth/sessions")

/** The credentials of an account. */
export const listCredentials = list("list credentials", "/auth/credentials")

/** An endpoint of the host, behind the guard that requires a session. */
export const ownRoute: Flow = {
  name: "guard on an own route",
  requests: 1,
  open: async (target, user) => {
    const next = readersOf(target, user)
    return {
      run: async () => {
        const { number, sessionId } = next()
        const issuedAt = String(Date.now())
        const nonce = randomBytes(16).toString("base64url")
        const text = JSON.stringify({
          bodyDigest: DIGEST,
          issuedAt,
          method: "POST",
          nonce,
          path: OWN_ROUTE,
          sessionId,
          type: "SESSION_PROOF"
        })
        const { compressed, key } = signerOf(number)
        const headers = {
          "service-wallet-session": `${sessionId};${issuedAt};${nonce}`,
          "service-wallet-signature": stamped(text, key, compressed)
        }
        const reply = await target.call("POST", OWN_ROUTE, { body: BODY, headers })
        answered(200, reply, `POST ${OWN_ROUTE}`)
      }
    }
  }
}

// The keys are in canonical JSON order, so the digest of the text is the digest of the body.
const BODY = JSON.stringify({ amount: 500, payee: "GB33BUKB20201555555555" })
const DIGEST = sha256Hex(BODY)
