import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { ExternalAccountId } from "../../model/ids.ts"
import type { Finding } from "../../ports/Verification.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { combined, type Plan, replace } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { type OpenedExternalAccount, opened, type Particulars, sealed } from "./particulars.ts"
import { externalAccounts, moved, verificationOrders } from "./rules/ExternalAccount.ts"
import { ExternalAccountNotFound, RevisionSuperseded } from "./rules/refusals.ts"
import { after, eventsOf } from "./rules/Status.ts"
import { statusChanges } from "./statusChanges.ts"

/**
 * Records a finding about a stored account, from an operator or from a late verifier. With a revision, the finding
 * applies to that revision only: a changed account is another destination.
 */
export const reportAccountVerification = (id: ExternalAccountId, finding: Finding, revision?: number) =>
  report({ id, finding, revision })

interface ReportCommand {
  readonly id: ExternalAccountId
  readonly finding: Finding
  readonly revision: number | undefined
}

const reads = ({ id }: ReportCommand, environment: EnvironmentKey) => ({
  account: byId(externalAccounts, environment, id),
  order: byId(verificationOrders, environment, id)
})

export const report = operation(reads)
  .check(function reportable({ command: { finding, revision }, found: { account: record } }) {
    return Result.gen(function* () {
      if (record === undefined) return yield* Result.fail(new ExternalAccountNotFound())
      const before = record.value
      if (revision !== undefined && revision !== before.revision) return yield* Result.fail(new RevisionSuperseded())
      const events = eventsOf(before.status, finding)
      yield* after(before.status, events)
      return { inputs: before.sealed, record, events }
    })
  })
  .prepare(
    Effect.fnUntraced(function* addVerifiedName({ checked: { record }, command: { finding, id } }) {
      const { particulars } = yield* opened(record.value)
      const { verifiedName = particulars.verifiedName } = finding
      const known: Particulars = { ...particulars, ...(verifiedName === undefined ? {} : { verifiedName }) }
      return { particulars: known, sealed: yield* sealed(id, known) }
    })
  )
  .decide(function settle({ at, checked: { events, record }, command: { finding }, found: { order }, here, prepared }) {
    const before = record.value
    const { nameMatch = before.nameMatch } = finding
    const fields = {
      ...before,
      ...(nameMatch === undefined ? {} : { nameMatch }),
      sealed: prepared.sealed,
      updatedAt: at
    }
    const next = Result.getOrThrow(moved(before, events, fields))
    const answer = { finding, isUnanswered: false }
    const { version } = record
    const { account, plan } = statusChanges({ before, account: next, version, answer, waiting: order, here, at })
    const changed: Plan = { changes: [replace(record, account, at)], guards: [] }
    const reply: OpenedExternalAccount = { account, particulars: prepared.particulars }
    const decision: Decision<OpenedExternalAccount> = { reply, ...combined(changed, plan) }
    return Result.succeed(decision)
  })
