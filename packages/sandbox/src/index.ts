import { Layer } from "@countersign/core/effect"
import { Onboarding, type Passkeys } from "@countersign/core/internal"
import { sandboxClockControl } from "./clock/sandboxClockControl.ts"
import {
  sandboxDiscoveries,
  sandboxOnboarding,
  sandboxPasskeys,
  sandboxSecrets,
  sandboxStampAuthority
} from "./magicValues.ts"
import { sandboxIdentityTokens } from "./sandboxIdentityTokens.ts"

export { MOST_AHEAD, SandboxTime, sandboxRunner, sandboxTime } from "./clock/SandboxTime.ts"
export { sandboxClockControl } from "./clock/sandboxClockControl.ts"
export { FAULTS, FaultUnknown, sandboxFaults } from "./faults/sandboxFaults.ts"
export { type Entry, journal, type Posting } from "./ledger/Journal.ts"
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

export interface SandboxOptions {
  /** The passkey ceremonies to wrap with the sandbox policy. */
  readonly passkeys: Layer.Layer<Passkeys>
  /** The accepted issuers, replacing the well-known ones. */
  readonly issuers?: ReadonlyArray<string> | undefined
  /** How far the clock of an issuer may be ahead, in milliseconds; default 5,000. */
  readonly clockSkew?: number | undefined
}

/** The defaults of the sandbox: everything that a session adds is confirmed at once. */
export const SANDBOX_POLICY = { credentialConfirmation: 0 }

/** The services of sandbox tokens, on top of the production ports. */
export const sandboxMode = ({ clockSkew, issuers, passkeys }: SandboxOptions) =>
  Layer.mergeAll(
    sandboxSecrets,
    sandboxDiscoveries,
    sandboxClockControl,
    sandboxStampAuthority,
    sandboxPasskeys.pipe(Layer.provide(passkeys)),
    sandboxIdentityTokens(issuers, clockSkew),
    Layer.succeed(Onboarding, sandboxOnboarding)
  )
