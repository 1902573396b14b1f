import { Effect } from "effect"
import { type AccountScope, type ExternalAccount, externalAccounts } from "../../external-accounts/ExternalAccount.ts"
import { edit } from "../../external-accounts/edit.ts"
import { opened, type Particulars, sealed } from "../../external-accounts/particulars.ts"
import { ExternalAccountExists, ExternalAccountRejected } from "../../external-accounts/refusals.ts"
import * as Status from "../../external-accounts/Status.ts"
import { verificationOrders } from "../../external-accounts/verificationOrders.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { ExternalAccountId } from "../../model/ids.ts"
import type { Json } from "../../ports/Collection.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, commit, load, replace } from "../../ports/records.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { isTaken } from "../isTaken.ts"
import { askVerification } from "./askVerification.ts"
import { requireScope } from "./read.ts"
import { rulesOfToday } from "./rulesOfToday.ts"
import { statusChanges } from "./statusChanges.ts"

/**
 * Changes an account. What it says of its destination is judged whole again, and who verifies accounts looks again
 * wherever it says something else than before, or is to be used after it was not.
 */
export const updateExternalAccount = Effect.fnUntraced(function* (
  id: ExternalAccountId,
  body: Json,
  scope?: AccountScope
) {
  return yield* again(updated(id, body, scope))
})

const updated = Effect.fnUntraced(function* (id: ExternalAccountId, body: Json, scope: AccountScope | undefined) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const { at, rules } = yield* rulesOfToday
  const refs = { account: byId(externalAccounts, environment, id), order: byId(verificationOrders, environment, id) }
  const found = yield* load([refs.account, refs.order])
  const record = yield* requireScope(scope, found.one(refs.account))
  const before = yield* opened(record.value)
  const { patch, ...edited } = yield* Effect.fromResult(edit(before, body, rules))
  const moved = yield* Effect.fromResult(
    Status.edited(Status.Status.make({ _tag: before.account.status }), edited.isChanged, patch.status)
  )
  const revision = edited.isChanged ? yield* revisionAfter(before.account) : before.account.revision
  const heard = moved.isAsking ? yield* askVerification({ externalAccountId: id, revision, ...edited }) : undefined
  if (heard?.finding.standing === "REJECTED") return yield* new ExternalAccountRejected()
  const events = heard === undefined ? [] : Status.eventsOf(moved.status, heard.finding)
  const status = yield* Effect.orDie(Effect.fromResult(Status.after(moved.status, events)))

  // What was found of an account says nothing of what it became.
  const isStale = edited.isChanged || heard !== undefined
  const known = { nameMatch: before.account.nameMatch, verifiedName: before.particulars.verifiedName }
  const { nameMatch, verifiedName } = isStale ? { ...heard?.finding } : known
  const particulars: Particulars = {
    accountInfo: edited.accountInfo,
    ...(verifiedName === undefined ? {} : { verifiedName })
  }
  const { nameMatch: _, ...kept } = before.account
  const { defaultUmaDepositAccount, platformAccountId } = patch
  const account: ExternalAccount = {
    ...kept,
    ...(platformAccountId === undefined ? {} : { platformAccountId }),
    ...(defaultUmaDepositAccount === undefined ? {} : { defaultUmaDepositAccount }),
    ...(nameMatch === undefined ? {} : { nameMatch }),
    status: status._tag,
    revision,
    sealed: yield* sealed(id, particulars),
    updatedAt: at
  }
  const announcement = yield* statusChanges({
    before: before.account,
    account,
    version: record.version,
    heard,
    waiting: found.one(refs.order),
    at
  })
  yield* commit({ changes: [replace(record, announcement.account, at), ...announcement.changes], guards: [] }).pipe(
    Effect.catchIf(isTaken(externalAccounts), () => Effect.fail(new ExternalAccountExists()))
  )
  return { account: announcement.account, particulars }
})

/**
 * A greater number, and by chance another one for each attempt: one that is asked about and never stored, since its commit
 * failed, must not be the number of the next. A finding about the one would confirm the other.
 */
const revisionAfter = Effect.fnUntraced(function* ({ revision }: ExternalAccount) {
  const { bytes } = yield* Secrets
  return (yield* bytes(4)).reduce((number, byte) => number * 256 + byte, 0) + revision + 1
})
