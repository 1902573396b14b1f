import { coloured, type Terminal } from "./Terminal.ts"

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

/** Writes a line a check, or all of them as JSON; answers whether all hold. */
export const told = (
  terminal: Terminal,
  { json }: { readonly json?: boolean },
  checks: ReadonlyArray<Finding>
): boolean => {
  const isSound = checks.every(({ fault }) => fault === undefined)
  terminal.out(
    json === true ? `${JSON.stringify({ isSound, checks })}\n` : checks.map((check) => lineOf(terminal, check)).join("")
  )
  return isSound
}

const lineOf = (terminal: Terminal, { check, fault }: Finding): string =>
  fault === undefined
    ? `${coloured(terminal, "green", "holds")}  ${check}\n`
    : `${coloured(terminal, "red", "FAILS")}  ${check}  ${fault.cause}\n       ${fault.message}\n`
