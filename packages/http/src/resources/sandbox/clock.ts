import * as core from "@countersign/core/internal"
import { Clock, Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"
import { idempotencyHeader } from "../signedRetry.ts"

/** A year: more than anything here waits for. */
const YEAR = 31_536_000

const success = Schema.Struct({ now: Timestamp })

export const readClock = endpoint(
  HttpApiEndpoint.get("readClock", "/sandbox/clock", { success }),
  {
    summary: "Read the time of the sandbox",
    description: "Ours. Sessions, codes and identity tokens go by this time.",
    ground: "sandbox"
  },
  () => Effect.map(Clock.currentTimeMillis, (now) => ({ now }))
)

export const advanceClock = endpoint(
  HttpApiEndpoint.post("advanceClock", "/sandbox/clock/advance", {
    headers: idempotencyHeader,
    payload: Schema.Struct({ seconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: YEAR })) }),
    success
  }),
  {
    summary: "Move the time of the sandbox on",
    description:
      "Ours. What comes due on the way has happened, in order, when this answers: outcomes, expiries, webhooks and their retries.",
    ground: "sandbox",
    scope: "MANAGE",
    refusals: ["ClockLimitReached"]
  },
  ({ payload }) =>
    Effect.gen(function* () {
      const control = yield* core.ClockControl
      return { now: yield* control.advance(yield* core.CurrentEnvironment, payload.seconds * 1000) }
    })
)
