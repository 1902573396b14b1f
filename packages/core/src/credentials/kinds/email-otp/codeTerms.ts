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
 * A platform sets the length and the lifetime of its codes within the policy of the host: `PATCH /config` refuses a code
 * that is shorter than `otpLength`, or lives longer than `otpLifetimeMost`. A policy that became stricter since decides.
 */
export const codeTerms = (
  { otpLength, otpLifetime, otpLifetimeMost }: PolicyValues,
  { alphanumeric = false, expirationSeconds, otpLength: wanted = otpLength }: EmbeddedWalletConfig
): CodeTerms => ({
  length: Math.max(otpLength, wanted),
  alphabet: alphanumeric ? UNAMBIGUOUS : DIGITS,
  lifetime: expirationSeconds === undefined ? otpLifetime : Math.min(otpLifetimeMost, expirationSeconds * 1000)
})
