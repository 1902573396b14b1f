import { Onboarding, type Passkeys } from "@countersign/core/internal"
import { Layer } from "effect"
import { sandboxClockControl } from "./clock/sandboxClockControl.ts"
import { sandboxDiscoveries } from "./sandboxDiscoveries.ts"
import { sandboxIdentityTokens } from "./sandboxIdentityTokens.ts"
import { sandboxPasskeys } from "./sandboxPasskeys.ts"
import { sandboxOnboarding } from "./sandboxScreening.ts"
import { sandboxSecrets } from "./sandboxSecrets.ts"
import { sandboxStampAuthority } from "./sandboxStampAuthority.ts"

export { MOST_AHEAD, SandboxTime, sandboxRunner, sandboxTime } from "./clock/SandboxTime.ts"
export { sandboxClockControl } from "./clock/sandboxClockControl.ts"
export { FAULTS, FaultUnknown, sandboxFaults } from "./faults/sandboxFaults.ts"
export { type Entry, journal, type Posting } from "./ledger/Journal.ts"
export { SANDBOX_UMA_DOMAIN, type SandboxRailsOptions, sandboxRails } from "./rails/sandboxRails.ts"
export { SANDBOX_DISCOVERIES, sandboxDiscoveries } from "./sandboxDiscoveries.ts"
export { SANDBOX_ISSUERS, sandboxIdentityTokens } from "./sandboxIdentityTokens.ts"
export { sandboxMailer } from "./sandboxMailer.ts"
export { LEGACY_PASSKEY_SIGNATURE, sandboxPasskeys } from "./sandboxPasskeys.ts"
export { sandboxScreening } from "./sandboxScreening.ts"
export { SANDBOX_CODE, sandboxSecrets } from "./sandboxSecrets.ts"
export { LEGACY_SIGNATURE, sandboxStampAuthority } from "./sandboxStampAuthority.ts"
export { sandboxVerification } from "./sandboxVerification.ts"

export interface SandboxOptions {
  /** The ceremonies underneath, with the policy of the sandbox. */
  readonly passkeys: Layer.Layer<Passkeys>
  /** Issuers whose tokens are taken, instead of the well-known ones. */
  readonly issuers?: ReadonlyArray<string> | undefined
}

/** The world of sandbox tokens, on the production ports it stands on. */
export const sandboxMode = ({ issuers, passkeys }: SandboxOptions) =>
  Layer.mergeAll(
    sandboxSecrets,
    sandboxDiscoveries,
    sandboxClockControl,
    sandboxStampAuthority,
    sandboxPasskeys.pipe(Layer.provide(passkeys)),
    sandboxIdentityTokens(issuers),
    Layer.succeed(Onboarding, sandboxOnboarding)
  )
