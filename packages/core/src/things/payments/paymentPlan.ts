import { Result } from "effect"
import type { IllegalTransition } from "../../machine/Machine.ts"
import { eventsBefore, withCount } from "../../model/counted.ts"
import { environmentKey, type Millis } from "../../model/Environment.ts"
import type { Move, Payment, Place, Step } from "../../model/Step.ts"
import type { Call, Decision } from "../../steps/Leg.ts"
import { type Draft, insert, type Plan, put, remove, replace, unchanged } from "../../store/plans.ts"
import type { Stored } from "../../store/records.ts"
import type { Change } from "../../store/Store.ts"
import { type InternalAccount, internalAccounts, revised } from "../accounts/rules/InternalAccount.ts"
import type { ExternalAccount } from "../external-accounts/rules/ExternalAccount.ts"
import { recorded } from "../receipts/rules/Activity.ts"
import { type AnnouncedType, announce, announced } from "../webhooks/rules/Event.ts"
import { type InstructionOrder, instructionOrders } from "./rules/Instruction.ts"
import { booked } from "./rules/Journal.ts"
import { AmountOutOfRange, InsufficientBalance } from "./rules/Quote.ts"
import { type OutcomeOrder, outcomeOrders, stepped, type Transaction, transactions } from "./rules/Transaction.ts"

/** The state of a payment at an instant, and its remaining steps. */
interface Advanced {
  readonly transaction: Transaction
  /** Every state the payment passed, in order, and the step to it. Each one has its own event. */
  readonly passed: ReadonlyArray<readonly [Transaction, Step]>
  readonly moves: ReadonlyArray<Move>
  readonly rest: ReadonlyArray<Step>
}

/** Applies the first step, and the following steps that have no delay. */
export const advance = (
  transaction: Transaction,
  [first, ...others]: ReadonlyArray<Step>,
  at: Millis
): Result.Result<Advanced, IllegalTransition> => {
  if (first === undefined) return Result.succeed({ transaction, passed: [], moves: [], rest: [] })
  return Result.flatMap(stepped(transaction, first, at), ({ moves, transaction: next }) => {
    const here: Advanced = { transaction: next, passed: [[next, first]], moves, rest: others }
    if (others[0]?.after !== 0) return Result.succeed(here)
    return Result.map(advance(next, others, at), (further) => ({
      ...further,
      passed: [[next, first], ...further.passed],
      moves: [...moves, ...further.moves]
    }))
  })
}

/** A payment, and all records that a step of it may write. */
export interface Paying {
  readonly transaction: Transaction
  /** The stored payment; absent for a new one. */
  readonly stored?: Stored<Transaction>
  /** The order with the remaining steps. */
  readonly order?: Stored<OutcomeOrder> | undefined
  /** The internal accounts at its ends. */
  readonly accounts: ReadonlyArray<Stored<InternalAccount>>
  /** The external account at an end, when the payment starts. */
  readonly external?: Stored<ExternalAccount> | undefined
  /** The order to the provider, when the payment starts. */
  readonly ordered?: InstructionOrder | undefined
}

/**
 * The commit of the next steps of a payment: its status, the balances and bookings, the remaining steps, and an event
 * per state.
 */
export const paymentPlan = (
  paying: Paying,
  steps: ReadonlyArray<Step>,
  { at, environment, here, policy }: Omit<Call<unknown>, "command">
): Result.Result<
  { readonly transaction: Transaction; readonly plan: Plan },
  AmountOutOfRange | InsufficientBalance
> => {
  const { moves, passed, rest, transaction: last } = Result.getOrThrow(advance(paying.transaction, steps, at))
  const payment = paymentOf(last)
  return Result.map(moved(paying.accounts, payment, moves, at), (balances) => {
    const before = eventsBefore(paying.transaction, paying.stored?.version ?? 0)
    const announcements = passed
      .flatMap(([state, step]) => eventsOf(state, step).map((type) => [type, state] as const))
      .map(([type, state], nth) => announce(type, transactions, state, at, before + nth + 1))
    const transaction = withCount(last, before + announcements.length)
    const counted = balances.map(({ account, next }) => balanceChange(account, next, at))
    const changed = new Set(balances.map(({ account }) => account.id))
    const externals = paying.external === undefined ? [] : [paying.external]
    // Writing the external account makes a concurrent removal of it conflict.
    const isUnderWay = transaction.money === "transit"
    const plan: Plan = {
      changes: [
        put(transactions, environment, paying.stored, transaction, at),
        ...orderChanges(paying.order, { transactionId: transaction.transactionId, environment: here, steps: rest }, at),
        ...(isUnderWay ? externals.map((external) => replace(external, external.value, at)) : []),
        ...(paying.ordered === undefined ? [] : [insert(instructionOrders, environment, paying.ordered, at)]),
        ...counted.map(({ change }) => change),
        ...booked(environment, payment, moves, at)
      ],
      // An unchanged account is guarded: a payment must not start for an account that is being closed.
      guards: [
        ...paying.accounts.filter(({ id }) => !changed.has(id)).map(unchanged),
        ...(isUnderWay ? [] : externals.map(unchanged))
      ],
      drafts: [
        ...announcements,
        ...counted.map(({ draft }) => draft),
        ...balances.flatMap(({ account }) => movements(account.value, payment, moves, { at, policy }))
      ]
    }
    return { transaction, plan }
  })
}

/** The decision on a payment, whose reply is its transaction. */
export const replied = ({
  plan,
  transaction
}: Result.Result.Success<ReturnType<typeof paymentPlan>>): Decision<Transaction> => ({
  ...plan,
  reply: transaction
})

/** The change of an account to its next balance, and the event about it. `subject` is the account as written. */
export const balanceChange = (account: Stored<InternalAccount>, next: InternalAccount, at: Millis) => {
  const { draft, subject } = announced("INTERNAL_ACCOUNT.BALANCE_UPDATED", internalAccounts, next, at, account.version)
  return { change: replace(account, subject, at), draft, subject }
}

/** The next step replaces the order of the previous one. After the last step the order is removed. */
export const orderChanges = (
  order: Stored<OutcomeOrder> | undefined,
  { steps, ...whose }: Pick<OutcomeOrder, "environment" | "steps" | "transactionId">,
  at: Millis
): ReadonlyArray<Change> => {
  const [next] = steps
  if (next === undefined) return order === undefined ? [] : [remove(order)]
  const value: OutcomeOrder = { ...whose, steps, dueAt: at + next.after, attempts: 0 }
  return [put(outcomeOrders, environmentKey(whose.environment), order, value, at)]
}

/** Returns each account with its balance after the moves. Fails if a balance would be negative, or no safe integer. */
const moved = (
  accounts: ReadonlyArray<Stored<InternalAccount>>,
  payment: Payment,
  moves: ReadonlyArray<Move>,
  at: Millis
) => {
  const changed = accounts.flatMap((account) => {
    const change = moves.reduce((sum, move) => sum + effectOf(move, payment, account.value), 0)
    const lowest = moves.includes("take") ? account.value.balance + effectOf("take", payment, account.value) : 0
    const next = revised(account.value, { balance: account.value.balance + change }, at)
    return change === 0 && lowest >= 0 ? [] : [{ account, next, lowest }]
  })
  const isShort = changed.some(({ lowest, next }) => lowest < 0 || next.balance < 0)
  const isSafe = changed.every(({ next }) => Number.isSafeInteger(next.balance))
  if (!isShort && isSafe) return Result.succeed(changed)
  return Result.fail(isShort ? new InsufficientBalance() : new AmountOutOfRange())
}

/** The history of an account has each movement of its money. A payment from a wallet has a receipt already. */
const movements = (
  account: InternalAccount,
  payment: Payment,
  moves: ReadonlyArray<Move>,
  { at, policy }: Pick<Call<unknown>, "at" | "policy">
): ReadonlyArray<Draft> =>
  moves.flatMap((move) => {
    const change = effectOf(move, payment, account)
    if (change === 0 || (move === "take" && account.type === "EMBEDDED_WALLET")) return []
    const type = move === "return" ? (change > 0 ? "MONEY_RETURNED" : "MONEY_RECALLED") : MOVEMENTS[move]
    const amount = { amount: Math.abs(change), currency: account.currency.code }
    const { accountId } = account
    return [recorded({ type, accountId, at, transactionId: payment.transactionId, amount }, policy)]
  })

const MOVEMENTS = { take: "PAYMENT_SENT", deliver: "MONEY_RECEIVED", giveBack: "MONEY_RETURNED" } as const

const effectOf = (move: Move, { destination, received, sent, source }: Payment, { accountId }: InternalAccount) => {
  const isAt = (place: Place) => "internal" in place && place.internal === accountId
  const out = isAt(source) ? sent.amount : 0
  const into = isAt(destination) ? received.amount : 0
  return { take: -out, deliver: into, giveBack: out, return: out - into }[move]
}

export const paymentOf = ({ destination, fees, received, sent, source, transactionId }: Transaction): Payment => ({
  transactionId,
  source: placeOf(source),
  destination: placeOf(destination),
  sent,
  fees,
  received
})

const placeOf = ({ accountId, currency }: Transaction["source"]): Place =>
  accountId?.startsWith("InternalAccount:") ? { internal: accountId } : { outside: currency }

const eventsOf = ({ refund, status, type }: Transaction, { to }: Step): ReadonlyArray<AnnouncedType> => {
  if (type === "INCOMING") {
    if (to === "REFUNDED") return []
    if (status === "Pending") return ["INCOMING_PAYMENT.PENDING"]
    return status === "Completed"
      ? ["INCOMING_PAYMENT.COMPLETED"]
      : status === "Failed"
        ? ["INCOMING_PAYMENT.FAILED"]
        : []
  }
  const refunded: ReadonlyArray<AnnouncedType> =
    status !== "Failed" || refund === undefined ? [] : [`OUTGOING_PAYMENT.REFUND_${refund.status}`]
  return to === "REFUNDED" ? refunded : [OUTGOING[status], ...refunded]
}

const OUTGOING = {
  Pending: "OUTGOING_PAYMENT.PENDING",
  Processing: "OUTGOING_PAYMENT.PROCESSING",
  Completed: "OUTGOING_PAYMENT.COMPLETED",
  Failed: "OUTGOING_PAYMENT.FAILED",
  Expired: "OUTGOING_PAYMENT.EXPIRED"
} as const satisfies Record<Transaction["status"], AnnouncedType>
