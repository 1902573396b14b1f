import { Result, Schema } from "effect"
import { type Asserted, PasskeyMaterial, PasskeyRefused } from "../../../ports/Passkeys.ts"
import type { Credential } from "../../Credential.ts"

export const materialOf = (credential: Credential): PasskeyMaterial => decode(credential.material)
const decode = Schema.decodeUnknownSync(PasskeyMaterial)

/**
 * What becomes of a passkey after an assertion. WebAuthn Level 3, section 6.1.1: a counter that does not grow, where
 * either is not zero, is the mark of a cloned authenticator. It is kept as asserted.
 */
export const advance = (
  material: PasskeyMaterial,
  asserted: Asserted
): Result.Result<PasskeyMaterial, PasskeyRefused> => {
  if (asserted.isBackupEligible !== material.isBackupEligible) {
    return Result.fail(new PasskeyRefused({ check: "backup flags" }))
  }
  const areBothZero = asserted.counter === 0 && material.counter === 0
  if (!areBothZero && asserted.counter <= material.counter) {
    return Result.fail(new PasskeyRefused({ check: "counter" }))
  }
  return Result.succeed({ ...material, counter: asserted.counter })
}
