import { Effect, Schema } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { get, post } from "../endpoint.ts"
import { created, paged, pageOf, Timestamp } from "../fields.ts"
import { CreatedTokenBody, createdTokenBody } from "../tokens/tokens.ts"

const PlatformBody = Schema.Struct({
  platformId: Schema.String,
  mode: core.Mode,
  createdAt: Timestamp
}).annotate({ identifier: "Platform", description: "A platform that this one created" })

const ofPlatforms = {
  achieves:
    "Creates an empty platform with a first token of no more scopes than its own, and lists the platforms that this one created.",
  because:
    "Only tokens of the configuration make these calls. A platform that is configured, was created or has records is refused, so no call makes a token for existing records."
}

export const createPlatform = post("createPlatform", "/platforms", {
  summary: "Create a platform and its first API token",
  description:
    "Requires a token of the host's configuration, with every permission of the new one. The platform has the mode of that token. token.clientSecret is returned only in this response.",
  tokenAlone: ofPlatforms,
  scope: "OPERATE",
  payload: core.NewPlatform,
  success: Schema.Struct({ ...PlatformBody.fields, token: CreatedTokenBody })
    .annotate({
      identifier: "CreatedPlatform",
      description: "A new platform, and its first API token. Only this answer contains the secret"
    })
    .pipe(HttpApiSchema.status(201)),
  isSecret: true,
  refusals: ["HostTokenRequired", "PermissionsExceeded", "PlatformExists"],
  handle: ({ payload }) =>
    Effect.map(core.createPlatform(payload), ({ platform, token }) => ({
      ...platform,
      token: createdTokenBody(token)
    }))
})

export const listPlatforms = get("listPlatforms", "/platforms", {
  summary: "List the platforms created with tokens of this platform, newest first",
  tokenAlone: ofPlatforms,
  scope: "OPERATE",
  query: created,
  success: pageOf(PlatformBody),
  refusals: ["HostTokenRequired"],
  handle: ({ query }) => paged(query, core.listPlatforms, (platform) => platform)
})
