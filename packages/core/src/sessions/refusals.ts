import { Schema } from "effect"

/** No active session has this id here: never issued, revoked, expired and foreign ones are not told apart. */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", {}) {}
