import * as core from "@countersign/core"
import { Effect } from "effect"
import { authSession } from "../contract/bodies/AuthSession.ts"
import * as endpoint from "../contract/endpoints/listSessions.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const listSessions = handler(endpoint.listSessions, ({ query }) =>
  answered(Effect.map(core.listSessions(query.accountId), (sessions) => ({ data: sessions.map(authSession) })))
)
