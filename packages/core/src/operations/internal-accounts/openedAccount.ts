import { Effect } from "effect"
import { begun, type InternalAccount } from "../../internal-accounts/InternalAccount.ts"
import { referenceOf } from "../../payments/reference.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { PaymentRails } from "../../ports/PaymentRails.ts"
import { freshId } from "../../ports/Secrets.ts"

type Opening = Pick<InternalAccount, "currency" | "customerId" | "type"> & {
  /** A fresh one where it is absent. */
  readonly accountId?: InternalAccount["accountId"]
  readonly at: number
}

/** An internal account as it is opened: empty and active, with the instructions to pay into it. */
export const openedAccount = Effect.fnUntraced(function* ({ accountId: given, at, ...account }: Opening) {
  const rails = yield* PaymentRails
  const here = yield* CurrentEnvironment
  const accountId = given ?? (yield* freshId("InternalAccount"))
  return begun({
    ...account,
    accountId,
    instructions: yield* rails.instructions(here, account.currency.code, referenceOf(accountId)),
    createdAt: at,
    updatedAt: at
  })
})
