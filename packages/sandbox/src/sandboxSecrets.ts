import { Secrets } from "@countersign/core"
import { Effect, Layer, Redacted } from "effect"

/** The code of every sandbox login. */
export const SANDBOX_CODE = "000000"

/** The chance of the layer below, but for the code: everything else about a sandbox login is real. */
export const sandboxSecrets = Layer.effect(
  Secrets,
  Effect.map(Secrets, ({ bytes }) => Secrets.of({ bytes, code: () => Effect.succeed(Redacted.make(SANDBOX_CODE)) }))
)
