import { Passkeys } from "@countersign/core"
import { Effect, Layer } from "effect"

/** An older sandbox took this word in place of an assertion's signature, and its callers still send it. */
export const LEGACY_PASSKEY_SIGNATURE = "sandbox-valid-passkey-signature"

/**
 * The ceremonies of the layer below, but for an assertion signed with the legacy word: that one is not looked at. The
 * login it answers still waits under its request id, and still ends at its time.
 */
export const sandboxPasskeys = Layer.effect(
  Passkeys,
  Effect.map(Passkeys, (production) =>
    Passkeys.of({
      register: production.register,
      assert: (claim) => {
        if (claim.assertion.signature !== LEGACY_PASSKEY_SIGNATURE) return production.assert(claim)
        const { counter, isBackupEligible } = claim.material
        // A counter that stood still would look like a clone.
        return Effect.succeed({ counter: counter === 0 ? 0 : counter + 1, isBackupEligible })
      }
    })
  )
)
