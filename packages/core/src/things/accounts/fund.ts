import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import type { Payment } from "../../model/Step.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { inTurnOf } from "../../steps/turns.ts"
import { byId } from "../../store/records.ts"
import { balanceChange } from "../payments/paymentPlan.ts"
import { booked } from "../payments/rules/Journal.ts"
import { AmountInvalid, AmountOutOfRange } from "../payments/rules/Quote.ts"
import { recorded } from "../receipts/rules/Activity.ts"
import { AccountNotFound, type InternalAccount, internalAccounts, revised } from "./rules/InternalAccount.ts"
import { usable } from "./wallets.ts"

/** Credits an account with money from outside immediately. For the sandbox, which has no external payers. */
export const fundAccount = (accountId: AccountId, amount: number) => inTurnOf([accountId], fund({ accountId, amount }))

interface FundCommand {
  readonly accountId: AccountId
  readonly amount: number
}

const NOT_POSITIVE = { field: "amount", message: "The amount is zero or negative. Send a whole number, 1 or more." }

const reads = ({ accountId }: FundCommand, environment: EnvironmentKey) => ({
  account: byId(internalAccounts, environment, accountId)
})

export const fund = operation(reads)
  .prepare(function drawId() {
    return Effect.gen(() => freshId("Transaction"))
  })
  .decide(function credit(leg) {
    const { at, environment, policy, prepared: transactionId } = leg
    const { accountId, amount } = leg.command
    const { account } = leg.found
    return Result.gen(function* () {
      if (amount <= 0) return yield* Result.fail(new AmountInvalid({ errors: [NOT_POSITIVE] }))
      if (account === undefined) return yield* Result.fail(new AccountNotFound())
      const value = yield* usable(account.value)
      const balance = value.balance + amount
      if (!Number.isSafeInteger(balance)) return yield* Result.fail(new AmountOutOfRange())
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
      const funded: Decision<InternalAccount> = {
        reply: subject,
        changes: [change, ...booked(environment, payment, ["take", "deliver"], at)],
        drafts: [draft, recorded({ type: "MONEY_RECEIVED", accountId, at, transactionId, amount: money }, policy)]
      }
      return funded
    })
  })
