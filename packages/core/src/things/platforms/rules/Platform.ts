import { Schema } from "effect"
import { Environment, Millis } from "../../../model/Environment.ts"
import { conflict, Refusal, withCode } from "../../../model/Refusal.ts"
import { label } from "../../../model/text.ts"
import { Permissions } from "../../../ports/ApiTokens.ts"
import * as Collection from "../../../store/Collection.ts"

export const NewPlatform = Schema.Struct({
  platformId: Environment.fields.platformId,
  name: label(255).annotate({ description: "The name of the first token" }),
  permissions: Permissions
}).annotate({ description: "A platform to create" })
export type NewPlatform = typeof NewPlatform.Type

/**
 * A platform that was created through the API. The record is stored twice: in the environment of the platform, where its
 * key makes the creation unique, and in the environment of the token that created it, which lists it.
 */
export const Platform = Schema.Struct({
  ...Environment.fields,
  /** The token of the configuration that created it; null for the host's own program. */
  tokenId: Schema.NullOr(Schema.String),
  createdAt: Millis
})
export type Platform = typeof Platform.Type

export const platforms = Collection.make({
  name: "platforms",
  schema: Platform,
  id: "platformId",
  indexes: { all: [] }
})

export class PlatformExists extends Refusal("PlatformExists")(conflict, {
  reason: "Platform exists",
  message:
    "A platform with this id exists in this mode. Choose another id, or create a token with one of its own tokens.",
  cause:
    "The id is in the option `tokens`, was created with POST /platforms, or has customers, tokens or a configuration.",
  remedy:
    "List the created platforms with GET /platforms. A lost first token is replaced with POST /tokens, or by the host."
}) {}

export class HostTokenRequired extends Refusal("HostTokenRequired")(withCode("forbidden", "FORBIDDEN"), {
  reason: "Token of the configuration required",
  message: "Only a token of the host's configuration manages platforms. Use one that has the scope OPERATE.",
  cause: "Platforms are separate environments, and a token that was created through the API acts in its own alone.",
  remedy: "Add a token with the scope OPERATE to the option `tokens`, or call `api.in(environment).platforms`."
}) {}
