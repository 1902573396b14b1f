import { Schema } from "effect"
import { Environment } from "../model/Environment.ts"
import { TransactionId } from "../model/ids.ts"
import { Step } from "../model/Step.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"

/** What is still to happen to a payment. One a payment: the next step replaces the one that happened. */
export const OutcomeOrder = Schema.Struct({
  transactionId: TransactionId,
  environment: Environment,
  steps: Schema.Array(Step),
  dueAt: Millis,
  attempts: Schema.Int
})
export type OutcomeOrder = typeof OutcomeOrder.Type

export const outcomeOrders = Collection.make({
  name: "outcome_orders",
  schema: OutcomeOrder,
  id: ({ transactionId }) => transactionId,
  // The sandbox moves what waits in an environment.
  indexes: { all: [] },
  due: "dueAt"
})
