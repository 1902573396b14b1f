import { Layer } from "@countersign/core/effect"
import { Onboarding, Policy, type PolicyValues, withDefaults } from "@countersign/core/internal"
import { sandboxOnboarding } from "./magicValues.ts"

export { MOST_AHEAD, SandboxTime, sandboxRunner, sandboxTime } from "./clock/SandboxTime.ts"
export { sandboxClockControl } from "./clock/sandboxClockControl.ts"
export { collections } from "./collections.ts"
export { FAULTS, FaultUnknown, sandboxFaults } from "./faults/sandboxFaults.ts"
export {
  LEGACY_PASSKEY_SIGNATURE,
  LEGACY_SIGNATURE,
  SANDBOX_CODE,
  SANDBOX_DISCOVERIES,
  sandboxDiscoveries,
  sandboxMailer,
  sandboxPasskeys,
  sandboxScreening,
  sandboxSecrets,
  sandboxStampAuthority,
  sandboxVerification
} from "./magicValues.ts"
export { SANDBOX_UMA_DOMAIN, type SandboxRailsOptions, sandboxRails } from "./rails/sandboxRails.ts"
export { SANDBOX_ISSUERS, sandboxIdentityTokens } from "./sandboxIdentityTokens.ts"

/** The defaults of the sandbox: everything that a session adds is confirmed at once. */
export const SANDBOX_POLICY = { credentialConfirmation: 0 }

/**
 * The passkeys of the sandbox: each is bound to the origin that created it, which may be any. The interface lists user
 * presence among the checks of the sandbox, and no user verification (GC3).
 */
export const SANDBOX_PASSKEYS = { rpIds: "any", origins: "any", requireUserVerification: false } as const

/** The settings of a sandbox, besides its ports and its clock. */
export const sandboxMode = (policy: Partial<PolicyValues> = {}) =>
  Layer.mergeAll(
    Layer.succeed(Onboarding, sandboxOnboarding),
    Layer.succeed(Policy, withDefaults({ ...SANDBOX_POLICY, ...policy }))
  )
