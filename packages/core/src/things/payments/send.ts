import { Effect, Result } from "effect"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import type { TransactionId } from "../../model/ids.ts"
import type { Step } from "../../model/Step.ts"
import { PaymentRails, type Provider, type Sent } from "../../ports/PaymentRails.ts"
import { vaulted } from "../../ports/Vault.ts"
import type { Call, Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { turnsOf } from "../../steps/turns.ts"
import { combined, noChanges, remove, replace } from "../../store/plans.ts"
import { byId, load, loadOne, type Stored } from "../../store/records.ts"
import { type InternalAccount, internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { deliveryOf } from "../due-work/deliverDue.ts"
import { Unable } from "../due-work/lanes.ts"
import { type Paying, paymentPlan } from "./paymentPlan.ts"
import {
  askedAgainAt,
  InstructedEnds,
  type InstructionOrder,
  instructionOf,
  instructionOrders
} from "./rules/Instruction.ts"
import { accepted, outcomeOrders, type Transaction, transactions } from "./rules/Transaction.ts"

export const sealedEnds = vaulted("instruction", InstructedEnds)

export const openedEnds = ({ sealed, transactionId }: InstructionOrder) => sealedEnds.open(transactionId, sealed)

/** The steps that start a payment at a provider: its money is taken, and the outcome follows from a report. */
export const SENT: ReadonlyArray<Step> = [{ after: 0, to: "PROCESSING" }]

/** The order that starts a payment, if the rails are a provider. A simulation needs none. */
export const orderedAt = Effect.fnUntraced(function* (
  transactionId: TransactionId,
  ends: InstructedEnds,
  { at, here }: Pick<Call<unknown>, "at" | "here">,
  offerReference?: string
) {
  const { carrier } = yield* PaymentRails
  if (carrier._tag === "Simulation") return undefined
  const sealed = yield* sealedEnds.seal(transactionId, ends)
  const offer = offerReference === undefined ? {} : { offerReference }
  const order: InstructionOrder = { transactionId, environment: here, sealed, ...offer, dueAt: at, attempts: 0 }
  return order
})

/** The records that the end of a payment changes, beside its internal accounts. */
export const endReads = (transactionId: TransactionId, environment: EnvironmentKey) => ({
  transaction: byId(transactions, environment, transactionId),
  order: byId(outcomeOrders, environment, transactionId),
  instruction: byId(instructionOrders, environment, transactionId)
})

export const loadAccounts = (
  found: { readonly transaction: Stored<Transaction> | undefined },
  environment: EnvironmentKey
) => {
  const inside = turnsOf(found).filter((id) => id.startsWith("InternalAccount:"))
  return load({ accounts: inside.map((id) => byId(internalAccounts, environment, id)) })
}

export const payingOf = (
  stored: Stored<Transaction>,
  accounts: ReadonlyArray<Stored<InternalAccount> | undefined>
): Paying => ({
  transaction: stored.value,
  stored,
  accounts: accounts.filter((account) => account !== undefined)
})

interface Answer {
  readonly order: InstructionOrder
  readonly sent: Sent
  /** Whether the provider has a `status`. */
  readonly isAsked: boolean
}

/** Records what the provider answered. A report that came first has removed the order, and prevails. */
export const recordAnswer = operation(({ order }: Answer, environment: EnvironmentKey) =>
  endReads(order.transactionId, environment)
)
  .inTurn(turnsOf)
  .more(function loadEnds({ environment, found }) {
    return loadAccounts(found, environment)
  })
  .decide(function answered(leg) {
    const { at, command, found } = leg
    const { instruction, transaction } = found
    if (instruction === undefined || transaction === undefined) {
      return Result.succeed<Decision<void>>({ ...noChanges, reply: undefined })
    }
    const { isAsked, sent } = command
    if (sent.outcome === "accepted") {
      const { reference } = sent
      const asked = { ...instruction.value, reference, attempts: instruction.value.attempts + 1 }
      const isKnown = transaction.value.carrierReference === reference
      return Result.succeed<Decision<void>>({
        changes: [
          ...(isKnown ? [] : [replace(transaction, accepted(transaction.value, reference, at), at)]),
          isAsked
            ? replace(instruction, { ...asked, dueAt: askedAgainAt(instruction.value, at) }, at)
            : remove(instruction)
        ],
        reply: undefined
      })
    }
    const paid = paymentPlan(payingOf(transaction, found.accounts), [stepOf(sent)], leg)
    return Result.map(paid, ({ plan }) => ({
      ...combined(plan, { changes: [remove(instruction)] }),
      reply: undefined
    }))
  })

const stepOf = (sent: Exclude<Sent, { readonly outcome: "accepted" }>): Step =>
  sent.outcome === "settled"
    ? { after: 0, to: "COMPLETED" }
    : {
        after: 0,
        to: "FAILED",
        failureReason: sent.reason,
        refund: { status: "COMPLETED", reason: "TRANSACTION_FAILED" }
      }

/** Sends an order, or requests the state of one that was accepted. */
const sendOrAsk = Effect.fnUntraced(function* (order: InstructionOrder) {
  const { carrier } = yield* PaymentRails
  if (carrier._tag === "Simulation") {
    return yield* Effect.die(new Unable({ message: "the payment rails of this node are a simulation" }))
  }
  const sent = yield* order.reference === undefined ? sentBy(carrier, order) : askedOf(carrier, order, order.reference)
  if (sent !== undefined) yield* recordAnswer({ order, sent, isAsked: carrier.status !== undefined })
})

const sentBy = Effect.fnUntraced(function* (carrier: Provider, order: InstructionOrder) {
  const { environment, transactionId } = order
  const payment = yield* loadOne(byId(transactions, environmentKey(environment), transactionId))
  // A report came first.
  if (payment?.value.status !== "Processing") return undefined
  return yield* carrier.send(instructionOf(order, yield* openedEnds(order), payment.value))
})

const askedOf = (carrier: Provider, { environment, transactionId: id }: InstructionOrder, reference: string) =>
  carrier.status === undefined ? Effect.succeed(undefined) : carrier.status({ id, environment, reference })

/** Sends the orders of payments to the provider, and requests the state of those that it has accepted. */
export const instructionDelivery = { ...deliveryOf(instructionOrders, sendOrAsk), isSentAtOnce: true }
