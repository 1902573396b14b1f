import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId, TransactionId } from "../../model/ids.ts"
import type { Payment } from "../../model/Step.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { CustomerDeleted } from "../../rules/customers/refusals.ts"
import {
  AccountNotFound,
  type InternalAccount,
  internalAccounts,
  revised
} from "../../rules/internal-accounts/InternalAccount.ts"
import { AmountInvalid, AmountOutOfRange } from "../../rules/payments/Quote.ts"
import { recorded } from "../../rules/receipts/Activity.ts"
import type { Booked } from "../../store/plans.ts"
import { byId, type FoundOf } from "../../store/records.ts"
import { type Decision, type Leg, operation } from "../operation.ts"
import { inTurnOf } from "../payments/AccountTurns.ts"
import { balanceChange } from "../payments/paymentPlan.ts"
import { usable } from "./wallets.ts"

interface FundCommand {
  readonly accountId: AccountId
  readonly amount: number
}

const NOT_POSITIVE = { field: "amount", message: "The amount is zero or negative. Send a whole number, 1 or more." }

const reads = ({ accountId }: FundCommand, environment: EnvironmentKey) => ({
  account: byId(internalAccounts, environment, accountId)
})

const prepare = () => Effect.gen(() => freshId("Transaction"))

export const decide = ({
  at,
  command: { accountId, amount },
  found: { account },
  policy,
  prepared: transactionId
}: Leg<FundCommand, FoundOf<ReturnType<typeof reads>>> & { readonly prepared: TransactionId }): Result.Result<
  Decision<InternalAccount> & Booked,
  AccountNotFound | AmountInvalid | AmountOutOfRange | CustomerDeleted
> => {
  if (amount <= 0) return Result.fail(new AmountInvalid({ errors: [NOT_POSITIVE] }))
  if (account === undefined) return Result.fail(new AccountNotFound())
  return Result.flatMap(usable(account.value), (value) => {
    const balance = value.balance + amount
    if (!Number.isSafeInteger(balance)) return Result.fail(new AmountOutOfRange())
    const next = revised(value, { balance }, at)
    const { change, draft, subject } = balanceChange(account, next, at)
    const money = { amount, currency: value.currency.code }
    const payment: Payment = {
      transactionId,
      source: { outside: money.currency },
      destination: { internal: accountId },
      sent: money,
      fees: 0,
      received: money
    }
    return Result.succeed({
      reply: subject,
      changes: [change],
      guards: [],
      bookings: [{ payment, moves: ["take", "deliver"] }],
      drafts: [draft, recorded({ type: "MONEY_RECEIVED", accountId, at, transactionId, amount: money }, policy)]
    })
  })
}

const fund = operation({ reads, prepare, decide })

/** Credits an account with money from outside immediately. For the sandbox, which has no external payers. */
export const fundAccount = (accountId: AccountId, amount: number) => inTurnOf([accountId], fund({ accountId, amount }))
