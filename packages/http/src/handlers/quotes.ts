import * as core from "@countersign/core"
import { Clock, Effect } from "effect"
import { inCurrencies } from "../contract/bodies/Money.ts"
import { quoteBody, quoteCommand } from "../contract/bodies/QuoteBody.ts"
import * as create from "../contract/endpoints/createQuote.ts"
import * as execute from "../contract/endpoints/executeQuote.ts"
import * as read from "../contract/endpoints/readQuote.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

const presented = <E, R>(view: Effect.Effect<core.QuoteView, E, R>) =>
  Effect.flatMap(view, (quote) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => inCurrencies(quoteBody(at))(Effect.succeed(quote)))
  )

export const createQuote = handler(create.createQuote, ({ payload }) =>
  answered(presented(core.createQuote(quoteCommand(payload))))
)
export const readQuote = handler(read.readQuote, ({ params }) => answered(presented(core.readQuote(params.id))))
export const executeQuote = handler(execute.executeQuote, ({ headers, params }) =>
  answered(presented(core.executeQuote(params.id, headers["service-wallet-signature"])))
)
