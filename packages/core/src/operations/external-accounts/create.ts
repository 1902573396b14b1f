import { isJsonObject } from "@countersign/account-types"
import { Effect, Result } from "effect"
import { customers, live } from "../../customers/Customer.ts"
import { CustomerNotFound } from "../../customers/refusals.ts"
import { NewExternalAccount, NewPlatformAccount, placed, reader } from "../../external-accounts/bodies.ts"
import { type AccountScope, type ExternalAccount, externalAccounts } from "../../external-accounts/ExternalAccount.ts"
import { type Judged, judge } from "../../external-accounts/judge.ts"
import { sealed } from "../../external-accounts/particulars.ts"
import { ExternalAccountExists, ExternalAccountRejected } from "../../external-accounts/refusals.ts"
import * as Status from "../../external-accounts/Status.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { Json } from "../../ports/Collection.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, commit, insert, loadOne, unchanged } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isTaken } from "../isTaken.ts"
import { askVerification } from "./askVerification.ts"
import { rulesOfToday } from "./rulesOfToday.ts"
import { statusChanges } from "./statusChanges.ts"

const readers = { customer: reader(NewExternalAccount), platform: reader(NewPlatformAccount) }

/**
 * Creates an account of a customer, or of the platform where the body names none. It is judged whole, then looked at by
 * who verifies accounts, then stored: an account that is there has every field that its country asks for.
 */
export const createExternalAccount = Effect.fnUntraced(function* (scope: AccountScope, sentBody: Json) {
  const { at, rules } = yield* rulesOfToday
  const { body, faults } = placed(sentBody)
  const read = readers[scope](body)
  const sent = isJsonObject(body) ? body : {}
  const beside = [...Result.match(read, { onSuccess: none, onFailure: all }), ...faults]
  const judged = yield* Effect.fromResult(judge(sent, rules, beside))
  return yield* again(created(Result.getOrThrow(read), judged, at))
})

const none = () => []
const all = <A>(faults: A): A => faults

const created = Effect.fnUntraced(function* (
  body: NewExternalAccount,
  { accountInfo, currency, kind }: Judged,
  at: number
) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const { customerId, defaultUmaDepositAccount = false, platformAccountId = null } = body
  const owner = customerId === undefined ? undefined : yield* loadOne(byId(customers, environment, customerId))
  if (customerId !== undefined && owner === undefined) return yield* new CustomerNotFound()
  if (owner !== undefined) yield* Effect.fromResult(live(owner.value))

  const externalAccountId = yield* freshId("ExternalAccount")
  const heard = yield* askVerification({ externalAccountId, revision: 1, kind, accountInfo })
  const { nameMatch, standing, verifiedName } = heard.finding
  if (standing === "REJECTED") return yield* new ExternalAccountRejected()
  const born = Status.Status.cases.Pending.make({})
  const status = yield* Effect.orDie(Effect.fromResult(Status.after(born, Status.eventsOf(born, heard.finding))))
  const particulars = { accountInfo, ...(verifiedName === undefined ? {} : { verifiedName }) }
  const account: ExternalAccount = {
    externalAccountId,
    scope: customerId === undefined ? "platform" : "customer",
    owner: customerId ?? "platform",
    ...(customerId === undefined ? {} : { customerId }),
    platformAccountId,
    status: status._tag,
    currency,
    accountType: kind.aliasOf ?? kind.accountType,
    sealed: yield* sealed(externalAccountId, particulars),
    revision: 1,
    ...(nameMatch === undefined ? {} : { nameMatch }),
    defaultUmaDepositAccount,
    eventCount: 0,
    createdAt: at,
    updatedAt: at
  }
  const announcement = yield* statusChanges({ before: undefined, account, version: 0, heard, at })
  yield* commit({
    changes: [insert(externalAccounts, environment, announcement.account, at), ...announcement.changes],
    guards: owner === undefined ? [] : [unchanged(owner)]
  }).pipe(Effect.catchIf(isTaken(externalAccounts), () => Effect.fail(new ExternalAccountExists())))
  return { account: announcement.account, particulars }
})
