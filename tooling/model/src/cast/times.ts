import { defaultPolicy, type Millis, type PolicyValues } from "@countersign/core"

/** When a run begins. The slow node's clock shows one less, and no clock shows less than nothing. */
export const START: Millis = 1

/** Later than any run goes on. */
export const LATE: Millis = 1000

/** Requests and fresh sessions live for two ticks, so that few ticks show them before their end and at it. */
export const policy: PolicyValues = {
  ...defaultPolicy,
  signedRequestLifetime: 2,
  sessionLifetime: 2,
  sessionFamilyLifetime: LATE,
  stampFailuresToVoid: 2
}
