import { Schema } from "effect"
import { Environment } from "../model/Environment.ts"
import { AccountId } from "../model/ids.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"

/** Word to a wallet, waiting to be told. One an account: what was said last is what counts. */
export const PrivacyOrder = Schema.Struct({
  accountId: AccountId,
  environment: Environment,
  privateEnabled: Schema.Boolean,
  dueAt: Millis,
  attempts: Schema.Int
})
export type PrivacyOrder = typeof PrivacyOrder.Type

export const privacyOrders = Collection.make({
  name: "privacy_orders",
  schema: PrivacyOrder,
  id: ({ accountId }) => accountId,
  // The sandbox moves what waits in an environment.
  indexes: { all: [] },
  due: "dueAt"
})
