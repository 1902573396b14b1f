import type { PolicyValues } from "../../../model/Policy.ts"

/** The chance an hour that no policy may exceed: fifteen guesses at a code of six digits. */
export const MOST_GUESS_CHANCE = 1.5e-5

type Limits = Pick<
  PolicyValues,
  "otpFailuresToLock" | "otpFailuresToLockLong" | "otpLength" | "otpLockFor" | "otpLongLockFor"
>

/**
 * The chance that somebody finds a code of one credential within any hour, who guesses as often as the locks allow. A
 * platform's config may make codes longer, and of more letters; never shorter than the policy's digits.
 */
export const guessChance = (limits: Limits): number => guessesAnHour(limits) / 10 ** limits.otpLength

/** How many wrong codes can be judged in an hour, both ends included: at its last instant a lock is over. */
export const guessesAnHour = (limits: Limits): number => {
  const { otpFailuresToLock, otpFailuresToLockLong, otpLockFor, otpLongLockFor } = limits
  const locksIn = (lock: number) => Math.floor(HOUR / lock)
  const inRows = otpFailuresToLock * (1 + locksIn(Math.min(otpLockFor, otpLongLockFor)))
  const untilLongLocks = otpFailuresToLockLong + locksIn(otpLongLockFor)
  return Math.min(inRows, untilLongLocks)
}

const HOUR = 3_600_000
