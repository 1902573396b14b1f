import { Result } from "effect"
import { CustomerDeleted } from "../../customers/refusals.ts"
import type { InternalAccount } from "../../internal-accounts/InternalAccount.ts"

/** The account, if it is one that money may reach or leave: that of a deleted customer is closed. */
export const usable = (account: InternalAccount): Result.Result<InternalAccount, CustomerDeleted> =>
  account.status === "CLOSED" ? Result.fail(new CustomerDeleted()) : Result.succeed(account)
