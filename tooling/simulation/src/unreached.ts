/** The operations, the refusals by code and name, and the transitions that runs cannot reach, each with its reason. */
export const unreached: ReadonlyMap<string, string> = new Map([
  ["INTERNAL_ERROR Defect", "a run ends with it, as a violation of I16"],
  ["INVALID_REQUEST_FORMAT BodyUnexpected", "only the bridge of a Node server returns it, and no run has one"],
  ["CONFLICT RevisionSuperseded", "only the promise API reports what a verifier found"],
  ["SERVICE_UNAVAILABLE KeysUnavailable", "each node has its keys in its options"],
  ["SERVICE_UNAVAILABLE NotReady", "each node has every key, and in runs of weeks no clock is ten seconds off"],
  ["SERVICE_UNAVAILABLE RecordUnreadable", "the next version writes another member, and no other kind of record"],
  ["SERVICE_UNAVAILABLE Stopping", "a process ends at once"],
  ["SERVICE_UNAVAILABLE StoreUnmigrated", "the simulated database has no schema"],
  ...["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"].map(
    (standing) => [`Customer ${standing} Deleted`, "a deletion marks the customer, and leaves its standing"] as const
  ),
  ["InternalAccount PENDING Closed", "the hosted interface has PENDING, and no event leads to it"]
])
