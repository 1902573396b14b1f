import { Mailer } from "@countersign/core"
import { Effect, Layer } from "effect"

/** Delivers nothing: the sandbox's code is known to everybody, and its addresses are anybody's. */
export const sandboxMailer = Layer.succeed(
  Mailer,
  Mailer.of({ sendCode: () => Effect.void, sendNotice: () => Effect.void })
)
