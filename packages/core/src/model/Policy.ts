import { Context } from "effect"
import type { Millis } from "./time.ts"

/** Every duration is in milliseconds. The reason for each default is in docs/defaults.md. */
export interface PolicyValues {
  /** How long a pending signed request may be answered. */
  readonly signedRequestLifetime: Millis
  /** Failed stamps after which a pending signed request is void. */
  readonly stampFailuresToVoid: number
  readonly sessionLifetime: Millis
  readonly otpLength: number
  readonly otpLifetime: Millis
  /** Wrong codes in a row, over all issues, that lock a credential for `otpLockFor`. */
  readonly otpFailuresToLock: number
  readonly otpLockFor: Millis
  /** Wrong codes in a row, over all locks, that lock a credential for good. */
  readonly otpFailuresToBar: number
  readonly walletCurrency: Currency
}

export interface Currency {
  readonly code: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export const defaultPolicy: PolicyValues = {
  signedRequestLifetime: 300_000,
  stampFailuresToVoid: 10,
  sessionLifetime: 900_000,
  otpLength: 6,
  otpLifetime: 300_000,
  otpFailuresToLock: 5,
  otpLockFor: 900_000,
  otpFailuresToBar: 100,
  walletCurrency: { code: "USDC", name: "USD Coin", symbol: "", decimals: 6 }
}

/** The figures a platform may set. Nobody has to provide it: the defaults stand. */
export const Policy = Context.Reference<PolicyValues>("@countersign/core/model/Policy", {
  defaultValue: () => defaultPolicy
})
