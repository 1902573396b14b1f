// biome-ignore-all format: a table of refusals
import { conflict, Refusal } from "./Refusal.ts"

/** The account or credential is suspended, or its account is closed. */
export class AlreadySuspended extends Refusal("AlreadySuspended")(conflict, {
  reason: "Already suspended",
  message: "The account or credential is already suspended. No further call is needed.",
  cause: "An earlier call suspended it, possibly although its response was lost.",
  remedy: "Read the receipts of the account to see who suspended it, and why."
}) {}

/** The account or credential is not suspended. */
export class NotSuspended extends Refusal("NotSuspended")(conflict, {
  reason: "Not suspended",
  message: "The account or credential is not suspended, so it cannot be resumed. No call is needed.",
  cause: "It was never suspended, or an earlier call resumed it, possibly although its response was lost.",
  remedy: "Read its status: a suspended wallet is FROZEN, and a suspended credential is SUSPENDED."
}) {}
