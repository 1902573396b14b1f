import { CurrentEnvironment, environmentKey, webhookSecret } from "@countersign/core"
import { Effect } from "effect"
import { secretText } from "../contract/bodies/WebhookKeysBody.ts"
import * as endpoint from "../contract/endpoints/readWebhookSecret.ts"
import { handler } from "./handler.ts"

export const readWebhookSecret = handler(endpoint.readWebhookSecret, () =>
  Effect.gen(function* () {
    const environment = environmentKey(yield* CurrentEnvironment)
    return { secret: secretText(yield* webhookSecret(environment)) }
  })
)
