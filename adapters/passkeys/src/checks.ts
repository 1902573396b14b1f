import { type PasskeyCheck, PasskeyRefused } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import type { AuthenticatorData } from "./authenticatorData.ts"
import type { ClientData } from "./clientData.ts"
import type { PasskeyPolicy } from "./PasskeyPolicy.ts"

/** Rejects the ceremony with the name of the check, unless the check passes. */
export const refuseUnless = (check: PasskeyCheck, passes: boolean): Effect.Effect<void, PasskeyRefused> =>
  passes ? Effect.void : Effect.fail(new PasskeyRefused({ check }))

/**
 * Whether the embedding page is accepted. WebAuthn Level 3, sections 7.1 and 7.2, when `crossOrigin` is true or
 * `topOrigin` is present: "matches the origin of a page that the Relying Party expects to be sub-framed within".
 * Without `topOrigin` nothing matches. The library checks neither member at registration.
 */
export const isAcceptedEmbedding = (policy: PasskeyPolicy, { crossOrigin, topOrigin }: ClientData): boolean => {
  const isEmbedded = crossOrigin === true || topOrigin !== undefined
  return !isEmbedded || (topOrigin !== undefined && (policy.topOrigins ?? []).includes(topOrigin))
}

/** Checks the flags for user presence, user verification and backup, in the order of WebAuthn Level 3, section 7.2. */
export const requireFlags = Effect.fnUntraced(function* (policy: PasskeyPolicy, data: AuthenticatorData) {
  yield* refuseUnless("user presence", data.isUserPresent)
  yield* refuseUnless("user verification", data.isUserVerified || policy.requireUserVerification === false)
  // "If the BE bit of the flags in authData is not set, verify that the BS bit is not set."
  yield* refuseUnless("backup flags", data.isBackupEligible || !data.isBackedUp)
})
