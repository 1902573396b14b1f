import { Schema } from "effect"
import { Environment, Millis } from "../../../model/Environment.ts"
import { TransactionId } from "../../../model/ids.ts"
import { InstructedEnd, type Instruction } from "../../../ports/PaymentRails.ts"
import * as Collection from "../../../store/Collection.ts"
import { referenceOf } from "./Quote.ts"
import type { Transaction } from "./Transaction.ts"

/**
 * An order to the provider, in the commit that takes the money of its payment. It is sent until the provider answers. If the
 * provider has a `status`, the order remains until there is an outcome.
 */
export const InstructionOrder = Schema.Struct({
  transactionId: TransactionId,
  environment: Environment,
  /** Both ends as they were when the payment started, encrypted. */
  sealed: Schema.String,
  offerReference: Schema.optionalKey(Schema.String),
  /** The provider's own name of the order, once it has accepted it. */
  reference: Schema.optionalKey(Schema.String),
  dueAt: Millis,
  attempts: Schema.Int
})
export type InstructionOrder = typeof InstructionOrder.Type

export const instructionOrders = Collection.make({
  name: "instruction_orders",
  schema: InstructionOrder,
  id: "transactionId",
  ...Collection.queued
})

/** The two ends of an instruction. */
export const InstructedEnds = Schema.Struct({ source: InstructedEnd, destination: InstructedEnd })
export type InstructedEnds = typeof InstructedEnds.Type

export const instructionOf = (
  { environment, offerReference }: InstructionOrder,
  { source, destination }: InstructedEnds,
  { description, fees, quoteId, received, sent, transactionId, type }: Transaction
): Instruction => ({
  id: transactionId,
  environment,
  type,
  source,
  destination,
  sent,
  fees,
  received,
  reference: referenceOf(transactionId),
  ...(quoteId === undefined ? {} : { quoteId }),
  ...(offerReference === undefined ? {} : { offerReference }),
  ...(description === undefined ? {} : { description })
})

/** From one minute to one hour after the last request. */
export const askedAgainAt = ({ attempts }: InstructionOrder, at: Millis): Millis =>
  at + Math.min(3_600_000, 60_000 * 2 ** attempts)
