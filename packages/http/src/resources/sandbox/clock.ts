import { Clock, Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { get, post } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"

/** One year in seconds, longer than any timeout of the service. */
const YEAR = 31_536_000

const success = Schema.Struct({ now: Timestamp })

export const readClock = get("readClock", "/sandbox/clock", {
  ofUser: "none",
  summary: "Read the sandbox clock",
  description: "Not part of the hosted API. Sessions, codes and identity tokens use this clock.",
  ground: "sandbox",
  success,
  handle: () => Effect.map(Clock.currentTimeMillis, (now) => ({ now }))
})

export const advanceClock = post("advanceClock", "/sandbox/clock/advance", {
  summary: "Advance the sandbox clock",
  description:
    "Not part of the hosted API. Everything that becomes due in between is processed in order before this call returns: outcomes, expiries, webhooks and their retries.",
  tokenAlone: {
    achieves: "Moves the sandbox's time, so that sessions and codes of the sandbox expire.",
    because: "This call exists in the sandbox alone.",
    writes: []
  },
  ground: "sandbox",
  payload: Schema.Struct({ seconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: YEAR })) }),
  success,
  refusals: ["ClockLimitReached"],
  handle: ({ payload }) =>
    Effect.gen(function* () {
      const control = yield* core.ClockControl
      return { now: yield* control.advance(yield* core.CurrentEnvironment, payload.seconds * 1000) }
    })
})
