import { ConfigPatch } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { ConfigBody } from "../bodies/ConfigBody.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"

export const updateConfig = HttpApiEndpoint.patch("updateConfig", "/config", {
  headers: idempotencyHeader,
  payload: ConfigPatch,
  success: ConfigBody,
  error: refusalsOf("updateConfig")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Change what the platform says of itself")
  .annotate(
    OpenApi.Description,
    "Fields that are left out stay. webhookEndpoint is where events go: an https address of the public internet, or null for none. A new one is sent a TEST event."
  )
