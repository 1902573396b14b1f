import { Onboarding } from "@countersign/core"
import { Layer } from "effect"
import { sandboxSecrets } from "./sandboxSecrets.ts"
import { sandboxStampAuthority } from "./sandboxStampAuthority.ts"

export { sandboxMailer } from "./sandboxMailer.ts"
export { SANDBOX_CODE, sandboxSecrets } from "./sandboxSecrets.ts"
export { LEGACY_SIGNATURE, sandboxStampAuthority } from "./sandboxStampAuthority.ts"

/** The world of sandbox tokens, on the production ports it stands on. Customers are approved at once. */
export const sandboxMode = Layer.mergeAll(
  sandboxSecrets,
  sandboxStampAuthority,
  Layer.succeed(Onboarding, () => "APPROVED" as const)
)
