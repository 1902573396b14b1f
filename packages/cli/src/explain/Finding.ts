/** One check of the service, and how it goes for what is looked at. */
export interface Finding {
  /** As `details.check` of a refusal names it, where a refusal does. */
  readonly check: string
  /** Absent where the check holds. */
  readonly fault?: Fault
}

/** Why a check fails. */
export interface Fault {
  /** The mistake, as a constant. */
  readonly cause: string
  readonly message: string
}

export const holds = (check: string): Finding => ({ check })
export const fails = (check: string, cause: string, message: string): Finding => ({ check, fault: { cause, message } })
