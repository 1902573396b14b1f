import { dangerouslyWaiveStamp, Signer, StampAuthority } from "@countersign/core"
import { Effect, Layer } from "effect"

/** An older sandbox took this word in place of a stamp, and its callers still send it. */
export const LEGACY_SIGNATURE = "sandbox-valid-signature"

/**
 * The judge of the layer below, but for the legacy word where a session should sign. The key sealed with a code is
 * real in the sandbox too, so its holder has to sign.
 */
export const sandboxStampAuthority = Layer.effect(
  StampAuthority,
  Effect.map(StampAuthority, (production) =>
    StampAuthority.of({
      judge: (claim) =>
        claim.header === LEGACY_SIGNATURE && Signer.isAnyOf(["SessionOfAccount", "SessionOfCustomer"])(claim.signer)
          ? Effect.succeed(dangerouslyWaiveStamp())
          : production.judge(claim)
    })
  )
)
