import { Schema } from "effect"
import { Environment } from "../model/Environment.ts"
import { ExternalAccountId } from "../model/ids.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"

/** A question that nobody answered, waiting to be asked again. One an account: it is about the account as it is then. */
export const VerificationOrder = Schema.Struct({
  externalAccountId: ExternalAccountId,
  environment: Environment,
  dueAt: Millis,
  attempts: Schema.Int
})
export type VerificationOrder = typeof VerificationOrder.Type

export const verificationOrders = Collection.make({
  name: "verification_orders",
  schema: VerificationOrder,
  id: ({ externalAccountId }) => externalAccountId,
  // The sandbox moves what waits in an environment.
  indexes: { all: [] },
  due: "dueAt"
})
