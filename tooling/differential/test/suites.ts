/** Whether all suites are recorded, and replayed behind every framework, or a sample of a few seconds. */
export const isWhole = process.env.FAULTS === "all"

/** The suites whose calls are recorded. Those of faults kill what they ask, and the canaries have a run of their own. */
export const suites: ReadonlyArray<string> = isWhole
  ? ["--exclude", "test/faults/**", "--exclude", "test/**/canary.test.ts"]
  : ["test/errors.test", "test/payments.test", "test/people/verification.test"]
