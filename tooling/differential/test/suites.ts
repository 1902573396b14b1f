/** Whether to record all suites and replay them on every framework, or only a sample of a few seconds. */
export const isWhole = process.env.FAULTS === "all"

/** The suites to record. The fault suites kill their services, and the canary suites have their own run. */
export const suites: ReadonlyArray<string> = isWhole
  ? ["--exclude", "test/faults/**", "--exclude", "test/**/canary.test.ts"]
  : ["test/errors.test", "test/payments.test", "test/people/verification.test"]
