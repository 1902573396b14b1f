import { Effect, Result } from "effect"
import type { Customer } from "../../customers/Customer.ts"
import { customers } from "../../customers/Customer.ts"
import type { CustomerDeleted } from "../../customers/refusals.ts"
import { type ExternalAccount, externalAccounts, payable } from "../../external-accounts/ExternalAccount.ts"
import { kindOf, normalised } from "../../external-accounts/judge.ts"
import { opened } from "../../external-accounts/particulars.ts"
import { type ExternalAccountNotActive, ExternalAccountNotFound } from "../../external-accounts/refusals.ts"
import { type InternalAccount, internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { AccountNotFound } from "../../internal-accounts/refusals.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { byId, type FoundOf, firstBy, type Stored } from "../../ports/records.ts"
import { requireSendable } from "../external-accounts/requireSendable.ts"
import { usable } from "../internal-accounts/usable.ts"

/** The reads of an account at one end of a payment, and of the customer whose it is. */
export const internalReads = (environment: EnvironmentKey, accountId: string) => ({
  account: byId(internalAccounts, environment, accountId),
  customer: firstBy(customers, environment, "customer", [
    { collection: internalAccounts, id: accountId, field: "customerId" }
  ])
})

export interface InternalEnd {
  readonly account: Stored<InternalAccount>
  readonly owner: Stored<Customer> | undefined
}

/** An account of the service, which must be there and open. */
export const requireInternal = ({
  account,
  customer
}: FoundOf<ReturnType<typeof internalReads>>): Result.Result<InternalEnd, AccountNotFound | CustomerDeleted> =>
  account === undefined
    ? Result.fail(new AccountNotFound())
    : Result.map(usable(account.value), () => ({ account, owner: customer }))

export const externalRead = (environment: EnvironmentKey, id: string) => byId(externalAccounts, environment, id)

/** An account outside, which must be one that this customer may send to, or draw from, now (X7). */
export const requirePayable = (
  record: Stored<ExternalAccount> | undefined,
  sender: Customer | undefined
): Result.Result<Stored<ExternalAccount>, ExternalAccountNotActive | ExternalAccountNotFound> =>
  record === undefined || (record.value.customerId ?? sender?.customerId) !== sender?.customerId
    ? Result.fail(new ExternalAccountNotFound())
    : Result.map(payable(record.value), () => record)

/** An account outside in the clear and in its one spelling. A business that sends must be one that may send there. */
export const openedPayable = Effect.fnUntraced(function* (account: ExternalAccount, sender: Customer | undefined) {
  const kind = kindOf(account.accountType)
  if (sender !== undefined) yield* requireSendable(sender, kind.destination)
  const { particulars } = yield* opened(account)
  return { account, particulars, normal: normalised({ kind, accountInfo: particulars.accountInfo }) }
})

/** What of an account of the service a quote and its signature depend on: all but the money and what counts changes. */
export const standingOf = ({ balance: _, eventCount: __, updatedAt: ___, ...account }: InternalAccount) => account
