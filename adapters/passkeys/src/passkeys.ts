import { Passkeys } from "@countersign/core"
import { Layer } from "effect"
import { assert } from "./assert.ts"
import { type PasskeyPolicy, refusePolicy } from "./PasskeyPolicy.ts"
import { register } from "./register.ts"

/**
 * The WebAuthn ceremonies under one policy. Layers of different policies share nothing.
 *
 * Throws `PasskeyPolicyRefused` for a policy that no ceremony could meet as it is written.
 */
export const passkeys = (policy: PasskeyPolicy): Layer.Layer<Passkeys> => {
  refusePolicy(policy)
  return Layer.succeed(Passkeys, Passkeys.of({ register: register(policy), assert: assert(policy) }))
}
