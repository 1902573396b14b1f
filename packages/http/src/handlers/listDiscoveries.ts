import * as core from "@countersign/core"
import { Effect } from "effect"
import * as endpoint from "../contract/endpoints/listDiscoveries.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const listDiscoveries = handler(endpoint.listDiscoveries, ({ query }) =>
  answered(Effect.map(core.listDiscoveries(query), (data) => ({ data })))
)
