import { Schema } from "effect"

/** No active session has this id here: never issued, revoked, expired and foreign ones are not told apart. */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", {}) {}

/** The call came without a proof of a session, or without its stamp. */
export class SessionProofMissing extends Schema.TaggedError<SessionProofMissing>()("SessionProofMissing", {}) {}

/** The proof, or its stamp, is not of its shape. */
export class SessionProofMalformed extends Schema.TaggedError<SessionProofMalformed>()("SessionProofMalformed", {}) {}

/** The proof was made too long ago, or by a clock that runs ahead. */
export class SessionProofStale extends Schema.TaggedError<SessionProofStale>()("SessionProofStale", {}) {}

/** The stamp is not by the session's key over this call. */
export class SessionProofRefused extends Schema.TaggedError<SessionProofRefused>()("SessionProofRefused", {}) {}

/** The proof was used once, and once is all. */
export class SessionProofUsed extends Schema.TaggedError<SessionProofUsed>()("SessionProofUsed", {}) {}

/** No session of this id is active: never issued, revoked, expired and foreign ones are not told apart. */
export class SessionOver extends Schema.TaggedError<SessionOver>()("SessionOver", {}) {}
