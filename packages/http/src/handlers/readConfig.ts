import * as core from "@countersign/core"
import { Effect } from "effect"
import { configBody } from "../contract/bodies/ConfigBody.ts"
import * as endpoint from "../contract/endpoints/readConfig.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const readConfig = handler(endpoint.readConfig, () => answered(Effect.map(core.readConfig(), configBody)))
