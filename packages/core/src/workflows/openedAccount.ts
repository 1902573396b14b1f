import { Effect } from "effect"
import type { InternalAccount } from "../internal-accounts/InternalAccount.ts"
import { referenceOf } from "../payments/reference.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { PaymentRails } from "../ports/PaymentRails.ts"

/** An internal account as it is opened: empty and active, with the instructions to pay into it. */
export const openedAccount = Effect.fnUntraced(function* ({
  at,
  ...account
}: Pick<InternalAccount, "accountId" | "currency" | "customerId" | "type"> & { readonly at: number }) {
  const rails = yield* PaymentRails
  const here = yield* CurrentEnvironment
  const opened: InternalAccount = {
    ...account,
    status: "ACTIVE",
    balance: 0,
    privateEnabled: false,
    instructions: yield* rails.instructions(here, account.currency.code, referenceOf(account.accountId)),
    eventCount: 0,
    createdAt: at,
    updatedAt: at
  }
  return opened
})
