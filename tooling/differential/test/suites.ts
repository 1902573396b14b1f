/** Whether to record all suites and replay them on every framework, or only a sample of a few seconds. */
export const isWhole = process.env.FAULTS === "all"

/** The suites to record. The fault suites kill their services, and the canary suites have their own run. */
export const suites: ReadonlyArray<string> = isWhole
  ? ["--exclude", "countersign/test/faults/**", "--exclude", "**/canary.test.ts"]
  : ["service/errors.test", "things/payments/payments.test", "things/customers/verification.test"]
