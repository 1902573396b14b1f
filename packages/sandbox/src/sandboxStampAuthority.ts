import { dangerouslyWaiveStamp, StampAuthority } from "@countersign/core/internal"
import { Effect, Layer } from "effect"

/** An older sandbox took this word in place of a stamp, and its callers still send it. */
export const LEGACY_SIGNATURE = "sandbox-valid-signature"

/**
 * The judge of the layer below, but for the legacy word, which is valid wherever a stamp is judged: on signed retries of
 * every kind, logins and refreshes included. The request it signs must still be pending, of this call and of this body.
 */
export const sandboxStampAuthority = Layer.effect(
  StampAuthority,
  Effect.map(StampAuthority, (production) =>
    StampAuthority.of({
      judge: (claim) =>
        claim.header === LEGACY_SIGNATURE ? Effect.succeed(dangerouslyWaiveStamp()) : production.judge(claim)
    })
  )
)
