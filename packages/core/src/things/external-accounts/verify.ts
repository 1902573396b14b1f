import { Effect } from "effect"
import { environmentKey } from "../../model/Environment.ts"
import { byId, loadOne } from "../../store/records.ts"
import { deliveryOf } from "../due-work/deliverDue.ts"
import { opened } from "./particulars.ts"
import { type Services, verify } from "./requestVerification.ts"
import { externalAccounts, type VerificationOrder, verificationOrders } from "./rules/ExternalAccount.ts"
import { kindOf } from "./rules/verifyFields.ts"
import { reportAccountVerification } from "./settle.ts"

const verifyOrder = Effect.fnUntraced(function* ({ environment, externalAccountId }: VerificationOrder) {
  const record = yield* loadOne(byId(externalAccounts, environmentKey(environment), externalAccountId))
  // The account was removed, or has been settled.
  if (record === undefined || (record.value.status !== "Pending" && record.value.status !== "UnderReview")) return
  const { account, particulars } = yield* opened(record.value)
  const question = { ...account, ...particulars, kind: kindOf(account.accountType) }
  const finding = yield* Effect.contextWith((services: Services) => verify(services, question))
  yield* reportAccountVerification(externalAccountId, finding, account.revision).pipe(
    // The account was changed concurrently; the change sent a question of its own.
    Effect.catchTag(["ExternalAccountNotFound", "RevisionSuperseded", "StatusUnreachable"], () => Effect.void)
  )
})

/** Calls the verifier again for stored questions without an answer. */
export const verificationDelivery = { ...deliveryOf(verificationOrders, verifyOrder), every: 1000 }
