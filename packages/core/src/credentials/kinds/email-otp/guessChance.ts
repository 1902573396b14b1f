import type { PolicyValues } from "../../../model/Policy.ts"

/** The chance that no policy may exceed: fifteen answers to a code of six digits. */
export const MOST_GUESS_CHANCE = 1.5e-5

type Limits = Pick<PolicyValues, "otpFailuresToLock" | "otpLength">

/**
 * The chance that an anonymous caller finds a code of one credential between two right answers of its owner, with as
 * many calls as the locks allow. A platform's config may make codes longer, and of more letters; never shorter than the
 * policy's digits.
 */
export const guessChance = (limits: Limits): number => guessesOfShortCodes(limits) / 10 ** limits.otpLength

/**
 * Wrong answers to short codes that are judged between two right ones, however long that is. After them codes are
 * recovery codes of 65 bits: a million answers to those add less than 1e-13.
 */
export const guessesOfShortCodes = ({ otpFailuresToLock }: Pick<Limits, "otpFailuresToLock">): number =>
  otpFailuresToLock
