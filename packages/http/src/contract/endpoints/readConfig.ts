import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { ConfigBody } from "../bodies/ConfigBody.ts"

export const readConfig = HttpApiEndpoint.get("readConfig", "/config", { success: ConfigBody })
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Read what the platform says of itself")
