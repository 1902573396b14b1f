import { Clock, Effect } from "effect"
import { announced } from "../../events/Event.ts"
import { type InternalAccount, internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { AccountNotFound } from "../../internal-accounts/refusals.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import { AmountInvalid, AmountOutOfRange } from "../../payments/refusals.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { type Payment, PaymentRails } from "../../ports/PaymentRails.ts"
import { again, byId, commit, loadOne, replace } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import { inTurnOf } from "../payments/AccountTurns.ts"
import { usable } from "./usable.ts"

/** Puts money from outside into an account at once. For the sandbox, where no payer exists. */
export const fundAccount = (accountId: AccountId, amount: number) =>
  inTurnOf([accountId], again(funded(accountId, amount)))

const NOT_POSITIVE = { field: "amount", message: "The amount is zero or negative. Send a whole number, 1 or more." }

const funded = Effect.fnUntraced(function* (accountId: AccountId, amount: number) {
  if (amount <= 0) return yield* new AmountInvalid({ errors: [NOT_POSITIVE] })
  const here = yield* CurrentEnvironment
  const account = yield* loadOne(byId(internalAccounts, environmentKey(here), accountId))
  if (account === undefined) return yield* new AccountNotFound()
  yield* Effect.fromResult(usable(account.value))
  const balance = account.value.balance + amount
  if (!Number.isSafeInteger(balance)) return yield* new AmountOutOfRange()
  const at = yield* Clock.currentTimeMillis
  const next: InternalAccount = { ...account.value, balance, updatedAt: at }
  const announcement = yield* announced("INTERNAL_ACCOUNT.BALANCE_UPDATED", internalAccounts, next, at, account.version)
  const money = { amount, currency: account.value.currency.code }
  const payment: Payment = {
    transactionId: yield* freshId("Transaction"),
    source: { outside: money.currency },
    destination: { internal: accountId },
    sent: money,
    fees: 0,
    received: money
  }
  const rails = yield* PaymentRails
  yield* commit({
    changes: [
      replace(account, announcement.subject, at),
      ...(yield* rails.book(here, payment, ["take", "deliver"], at)),
      announcement.change
    ],
    guards: []
  })
  return announcement.subject
})
