import { type Entry, unauthorized } from "./Entry.ts"
import type { SessionTag } from "./RefusalTag.ts"

/** The refusals of sessions, and of calls that are to show one. */
export const sessions: { readonly [Tag in SessionTag]: Entry } = {
  SessionNotFound: {
    status: 404,
    code: "REFERENCE_NOT_FOUND",
    message: "No active session has this id here. It may have ended; list the account's sessions for the ones it has."
  },
  SessionOver: unauthorized(
    "SESSION_OVER",
    "Session is over",
    "No active session has the id in the proof. Sign in again, or refresh the session before it ends."
  ),
  SessionProofMalformed: unauthorized(
    "SESSION_PROOF_MALFORMED",
    "Malformed session proof",
    "Service-Wallet-Session is a session id, milliseconds and a nonce with semicolons between; its stamp is a P-256 API-key stamp. Let the client write both."
  ),
  SessionProofMissing: unauthorized(
    "SESSION_PROOF_MISSING",
    "Session proof missing",
    "This endpoint wants Service-Wallet-Session and its stamp. Let the client write both, for each call anew."
  ),
  SessionProofRefused: unauthorized(
    "SESSION_PROOF_SIGNATURE",
    "Stamp is not of this session and call",
    "The stamp does not verify by the session's key over this method, path and body. Sign what is sent; where a proxy takes a prefix off the path, declare it as strippedPrefix."
  ),
  SessionProofStale: unauthorized(
    "SESSION_PROOF_STALE",
    "Session proof is stale",
    "By this server's clock the proof was not made just now. Set the caller's clock, and make a proof for each call."
  ),
  SessionProofUsed: unauthorized(
    "SESSION_PROOF_USED",
    "Session proof already used",
    "A proof works once, and this one has. Make another for each call, also for one that is repeated."
  )
}
