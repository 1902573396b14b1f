import * as core from "@countersign/core"
import { Effect } from "effect"
import { configBody } from "../contract/bodies/ConfigBody.ts"
import * as endpoint from "../contract/endpoints/updateConfig.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const updateConfig = handler(endpoint.updateConfig, ({ payload }) =>
  answered(Effect.map(core.updateConfig(payload), configBody))
)
