import { Passkeys, Signatures } from "@countersign/core"
import { Effect, Layer } from "effect"
import { assert } from "./assert.ts"
import { type PasskeyPolicy, refusePolicy } from "./PasskeyPolicy.ts"
import { register } from "./register.ts"

/**
 * The WebAuthn ceremonies under one policy. Layers of different policies share nothing. Signatures of P-256, which are those
 * of almost every passkey, go to the port that judges stamps; WebCrypto verifies the others.
 *
 * Throws `PasskeyPolicyRefused` for a policy that no ceremony could meet as it is written.
 */
export const passkeys = (policy: PasskeyPolicy): Layer.Layer<Passkeys, never, Signatures> => {
  refusePolicy(policy)
  return Layer.effect(
    Passkeys,
    Effect.map(Signatures, (signatures) =>
      Passkeys.of({ register: register(policy, signatures), assert: assert(policy, signatures) })
    )
  )
}
