import { Effect } from "effect"
import type { Customer } from "../../customers/Customer.ts"
import { customers } from "../../customers/Customer.ts"
import { type ExternalAccount, externalAccounts, payable } from "../../external-accounts/ExternalAccount.ts"
import { kindOf, normalised } from "../../external-accounts/judge.ts"
import { opened } from "../../external-accounts/particulars.ts"
import { ExternalAccountNotFound } from "../../external-accounts/refusals.ts"
import { internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { AccountNotFound } from "../../internal-accounts/refusals.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { byId, byIndex, type Found, type RefOf } from "../../ports/records.ts"
import { requireSendable } from "../external-accounts/requireSendable.ts"
import { usable } from "../internal-accounts/usable.ts"

/** The refs that tell of an account at one end of a payment, and of the customer whose it is. */
export const internalRefs = (environment: EnvironmentKey, accountId: string) => ({
  account: byId(internalAccounts, environment, accountId),
  customer: byIndex(
    customers,
    environment,
    "customer",
    [{ collection: internalAccounts, id: accountId, field: "customerId" }],
    1
  )
})

/** An account of the service, which must be there. */
export const requireInternal = Effect.fnUntraced(function* (
  found: Found,
  { account, customer }: ReturnType<typeof internalRefs>
) {
  const record = found.one(account)
  if (record === undefined) return yield* new AccountNotFound()
  yield* Effect.fromResult(usable(record.value))
  const owner = found.one(customer)
  return { account: record, owner, customer: owner?.value }
})

/** An account outside, which must be one that this customer may send to, or draw from, now (X7). */
export const requirePayable = Effect.fnUntraced(function* (
  found: Found,
  ref: RefOf<ExternalAccount>,
  sender: Customer | undefined
) {
  const record = found.one(ref)
  if (record === undefined || (record.value.customerId ?? sender?.customerId) !== sender?.customerId) {
    return yield* new ExternalAccountNotFound()
  }
  const account = yield* Effect.fromResult(payable(record.value))
  const kind = kindOf(account.accountType)
  if (sender !== undefined) yield* requireSendable(sender, kind.destination)
  const { particulars } = yield* opened(account)
  return { record, account, particulars, normal: normalised({ kind, accountInfo: particulars.accountInfo }) }
})

export const externalRef = (environment: EnvironmentKey, id: string) => byId(externalAccounts, environment, id)
