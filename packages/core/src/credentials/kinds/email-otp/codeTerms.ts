import type { EmbeddedWalletConfig } from "../../../model/EmbeddedWalletConfig.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import type { Millis } from "../../../model/time.ts"
import { type Alphabet, DIGITS, UNAMBIGUOUS } from "../../../ports/Secrets.ts"

/** How a code is made, and how long it is good for. */
export interface CodeTerms {
  readonly length: number
  readonly alphabet: Alphabet
  readonly lifetime: Millis
}

/**
 * Characters of a recovery code, out of 32: 65 bits. NIST SP 800-63B section 3.2.2 asks for a limit on wrong answers only
 * below 64 bits.
 */
export const RECOVERY_LENGTH = 13

/**
 * A platform sets the length and the lifetime of its codes within the policy of the host: `PATCH /config` refuses a code
 * that is shorter than `otpLength`, or lives longer than `otpLifetimeMost`. A policy that became stricter since decides. A
 * recovery code is as strong whatever either says.
 */
export const codeTerms = (
  { otpLength, otpLifetime, otpLifetimeMost }: PolicyValues,
  { alphanumeric = false, expirationSeconds, otpLength: wanted = otpLength }: EmbeddedWalletConfig,
  isRecovery = false
): CodeTerms => ({
  length: isRecovery ? RECOVERY_LENGTH : Math.max(otpLength, wanted),
  alphabet: isRecovery || alphanumeric ? UNAMBIGUOUS : DIGITS,
  lifetime: expirationSeconds === undefined ? otpLifetime : Math.min(otpLifetimeMost, expirationSeconds * 1000)
})
