// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { missing, unauthorized } from "../model/entries.ts"

/** No active session has this id here: never issued, revoked, expired and foreign ones are not told apart. */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", {}) { static readonly entry = missing("No active session has this id here. It may have ended; list the account's sessions for the ones it has.") }

/** The call came without a proof of a session, or without its stamp. */
export class SessionProofMissing extends Schema.TaggedError<SessionProofMissing>()("SessionProofMissing", {}) { static readonly entry = unauthorized("SESSION_PROOF_MISSING", "Session proof missing", "This endpoint wants Service-Wallet-Session and its stamp. Let the client write both, for each call anew.") }

/** The proof, or its stamp, is not of its shape. */
export class SessionProofMalformed extends Schema.TaggedError<SessionProofMalformed>()("SessionProofMalformed", {}) { static readonly entry = unauthorized("SESSION_PROOF_MALFORMED", "Malformed session proof", "Service-Wallet-Session is a session id, milliseconds and a nonce with semicolons between; its stamp is a P-256 API-key stamp. Let the client write both.") }

/** The proof was made too long ago, or by a clock that runs ahead. */
export class SessionProofStale extends Schema.TaggedError<SessionProofStale>()("SessionProofStale", {}) { static readonly entry = unauthorized("SESSION_PROOF_STALE", "Session proof is stale", "By this server's clock the proof was not made just now. Set the caller's clock, and make a proof for each call.") }

/** The stamp is not by the session's key over this call. */
export class SessionProofRefused extends Schema.TaggedError<SessionProofRefused>()("SessionProofRefused", {}) { static readonly entry = unauthorized("SESSION_PROOF_SIGNATURE", "Stamp is not of this session and call", "The stamp does not verify by the session's key over this method, path and body. Sign what is sent; where a proxy takes a prefix off the path, declare it as strippedPrefix.") }

/** The proof was used once, and once is all. */
export class SessionProofUsed extends Schema.TaggedError<SessionProofUsed>()("SessionProofUsed", {}) { static readonly entry = unauthorized("SESSION_PROOF_USED", "Session proof already used", "A proof works once, and this one has. Make another for each call, also for one that is repeated.") }

/** No session of this id is active: never issued, revoked, expired and foreign ones are not told apart. */
export class SessionOver extends Schema.TaggedError<SessionOver>()("SessionOver", {}) { static readonly entry = unauthorized("SESSION_OVER", "Session is over", "No active session has the id in the proof. Sign in again, or refresh the session before it ends.") }
