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

/** A platform may be stricter than the host's policy: a longer code, or one that ends earlier. Never laxer. */
export const codeTerms = (
  { otpLength, otpLifetime }: PolicyValues,
  { alphanumeric = false, expirationSeconds, otpLength: wanted = otpLength }: EmbeddedWalletConfig
): CodeTerms => ({
  length: Math.max(otpLength, wanted),
  alphabet: alphanumeric ? UNAMBIGUOUS : DIGITS,
  lifetime: expirationSeconds === undefined ? otpLifetime : Math.min(otpLifetime, expirationSeconds * 1000)
})
