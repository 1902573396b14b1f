import * as core from "@countersign/core"
import { Effect, Schema } from "effect"
import { AuthSession, authSession } from "../contract/bodies/AuthSession.ts"
import { answered } from "../errors/answer.ts"
import { guarded } from "./Guarded.ts"

/** Lets a call of the host's own through with the session that it proves. */
export const guardBySession = (call: core.ProvenCall) =>
  guarded(answered(Effect.map(core.proveSession(call), (session) => ({ granted: encode(authSession(session)) }))))

const encode = Schema.encodeSync(AuthSession)
