import { Clock, Effect } from "effect"
import { type ExternalAccount, externalAccounts } from "../../external-accounts/ExternalAccount.ts"
import { opened, sealed } from "../../external-accounts/particulars.ts"
import { ExternalAccountNotFound, RevisionSuperseded } from "../../external-accounts/refusals.ts"
import * as Status from "../../external-accounts/Status.ts"
import { verificationOrders } from "../../external-accounts/verificationOrders.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { ExternalAccountId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, commit, load, replace } from "../../ports/records.ts"
import type { Finding } from "../../ports/Verification.ts"
import { statusChanges } from "./statusChanges.ts"

/**
 * Tells what was found of an account after it was stored: by a person, or by a verifier that took its time. With a
 * revision it is told of that one alone: an account that was changed meanwhile is another destination.
 */
export const settleExternalAccount = Effect.fnUntraced(function* (
  id: ExternalAccountId,
  finding: Finding,
  revision?: number
) {
  return yield* again(settled(id, finding, revision))
})

const settled = Effect.fnUntraced(function* (id: ExternalAccountId, finding: Finding, revision: number | undefined) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const refs = { account: byId(externalAccounts, environment, id), order: byId(verificationOrders, environment, id) }
  const found = yield* load([refs.account, refs.order])
  const record = found.one(refs.account)
  if (record === undefined) return yield* new ExternalAccountNotFound()
  const before = record.value
  if (revision !== undefined && revision !== before.revision) return yield* new RevisionSuperseded()
  const stood = Status.Status.make({ _tag: before.status })
  const status = yield* Effect.fromResult(Status.after(stood, Status.eventsOf(stood, finding)))

  const at = yield* Clock.currentTimeMillis
  const { particulars } = yield* opened(before)
  const { nameMatch = before.nameMatch, verifiedName = particulars.verifiedName } = finding
  const known = { ...particulars, ...(verifiedName === undefined ? {} : { verifiedName }) }
  const account: ExternalAccount = {
    ...before,
    status: status._tag,
    ...(nameMatch === undefined ? {} : { nameMatch }),
    sealed: yield* sealed(id, known),
    updatedAt: at
  }
  const heard = { finding, isUnanswered: false }
  const announcement = yield* statusChanges({
    before,
    account,
    version: record.version,
    heard,
    waiting: found.one(refs.order),
    at
  })
  yield* commit({ changes: [replace(record, announcement.account, at), ...announcement.changes], guards: [] })
  return { account: announcement.account, particulars: known }
})
