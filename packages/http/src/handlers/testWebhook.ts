import * as core from "@countersign/core"
import { Effect } from "effect"
import * as endpoint from "../contract/endpoints/testWebhook.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

const test = ({ url: wanted }: { readonly url?: string }) =>
  answered(
    Effect.map(core.testWebhook(wanted), ({ status, url }) => ({
      url,
      response_status: status,
      response_body: "" as const
    }))
  )

export const testWebhook = handler(endpoint.testWebhook, ({ payload }) => test(payload))
export const testSandboxWebhook = handler(endpoint.testSandboxWebhook, ({ payload }) => test(payload))
