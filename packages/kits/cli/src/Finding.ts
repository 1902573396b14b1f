import { coloured, type Terminal } from "./Terminal.ts"

export interface Finding {
  /** The same name as in `details.check` of a refusal, if a refusal has it. */
  readonly check: string
  /** Absent when the check passes. The cause is a constant. */
  readonly fault?: { readonly cause: string; readonly message: string }
}

export const passes = (check: string): Finding => ({ check })
export const fails = (check: string, cause: string, message: string): Finding => ({ check, fault: { cause, message } })

/** Writes one line for each check, or all of them as JSON. Returns whether all checks pass. */
export const rendered = (
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
    ? `${coloured(terminal, "green", "ok   ")}  ${check}\n`
    : `${coloured(terminal, "red", "FAILS")}  ${check}  ${fault.cause}\n       ${fault.message}\n`
