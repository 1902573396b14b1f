import { randomBytes } from "node:crypto"
import { sha256Hex } from "../native/digest.ts"
import { stamped } from "../native/stamp.ts"
import { OWN_ROUTE } from "../seed/Seed.ts"
import { answered, readersOf } from "./calls.ts"
import type { Flow } from "./Flow.ts"
import { signerOf } from "./refresh.ts"

/** An endpoint of the host's own, behind the guard that asks for a session. */
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

// Its keys stand as canonical JSON has them, so that its digest is that of its text.
const BODY = JSON.stringify({ amount: 500, payee: "GB33BUKB20201555555555" })
const DIGEST = sha256Hex(BODY)
