import { Result } from "effect"
import type { Millis } from "../../../model/Environment.ts"
import type { RecoverySettings } from "../../../model/RecoverySettings.ts"
import type { RecoveryMethod } from "./Recovery.ts"
import { RecoveryDisabled } from "./refusals.ts"

const DAY = 86_400

/** A guardian or an operator may be deceived, so their recoveries wait. A saved code is the end user's own. */
const DELAYS = { GUARDIAN: DAY, OPERATOR: 3 * DAY }
const HOLD_AFTER = 3 * DAY

/**
 * How long a recovery can be completed once it is ready. A saved code is at hand, so its target key lives as long as a
 * code may. After a delay of days the end user gets days.
 */
const OPEN_FOR: { readonly [Method in RecoveryMethod]: Millis } = {
  SAVED_CODE: 600_000,
  GUARDIAN: 3 * DAY * 1000,
  OPERATOR: 3 * DAY * 1000
}

/** The times of a recovery that starts at `at`. Fails if the platform has not turned the method on. */
export const timesOf = (
  { guardians, operators, savedCodes }: RecoverySettings,
  method: RecoveryMethod,
  at: Millis
): Result.Result<{ readonly readyAt: Millis; readonly expiresAt: Millis }, RecoveryDisabled> => {
  const after = (section: { readonly enabled: boolean } | undefined, delay: number) =>
    section?.enabled === true
      ? Result.succeed({ readyAt: at + delay * 1000, expiresAt: at + delay * 1000 + OPEN_FOR[method] })
      : Result.fail(new RecoveryDisabled())
  switch (method) {
    case "SAVED_CODE":
      return after(savedCodes, 0)
    case "GUARDIAN":
      return after(guardians, guardians?.delaySeconds ?? DELAYS.GUARDIAN)
    case "OPERATOR":
      return after(operators, operators?.delaySeconds ?? DELAYS.OPERATOR)
  }
}

/** Until when an account is held whose recovery was completed at `at`. */
export const heldAfter = ({ holdAfterSeconds = HOLD_AFTER }: RecoverySettings, at: Millis): Millis =>
  at + holdAfterSeconds * 1000
