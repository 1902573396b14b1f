import { Clock, Context, DateTime, Effect, Exit, Result } from "effect"
import { type Environment, type EnvironmentKey, environmentKey, type Millis } from "../../model/Environment.ts"
import type { ExternalAccountId } from "../../model/ids.ts"
import { Policy } from "../../model/Policy.ts"
import { Discoveries } from "../../ports/Discoveries.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { type Finding, Verification } from "../../ports/Verification.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { outside } from "../../steps/outside.ts"
import { combined, insert, type Plan, remove, replace } from "../../store/plans.ts"
import { byId, loadOne, type Stored } from "../../store/records.ts"
import { deliveryOf } from "../due-work/deliverDue.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import { announcedTo } from "../webhooks/announcedTo.ts"
import { announced } from "../webhooks/rules/Event.ts"
import { type OpenedExternalAccount, opened, type Particulars, sealed } from "./read.ts"
import * as ExternalAccount from "./rules/ExternalAccount.ts"
import { ExternalAccountNotFound, RevisionSuperseded } from "./rules/refusals.ts"
import { after, eventsOf } from "./rules/Status.ts"
import { kindOf, normalised, type Rules, type Verified } from "./rules/verifyFields.ts"

/** The account rules for this environment on the current UTC date. */
export const rulesOfToday = Effect.contextWith((services: Context.Context<CurrentEnvironment | Discoveries>) => {
  const { mode } = Context.get(services, CurrentEnvironment)
  const at = Context.get(services, Clock.Clock).currentTimeMillisUnsafe()
  const today = DateTime.formatIsoDateUtc(DateTime.makeUnsafe(at))
  const rules: Rules = { mode, today, discoveries: Context.get(services, Discoveries) }
  return Effect.succeed({ at, rules })
})

export interface VerificationAnswer {
  readonly finding: Finding
  readonly isUnanswered: boolean
}

interface Question extends Pick<Verified, "accountInfo" | "kind"> {
  readonly externalAccountId: ExternalAccountId
  readonly revision: number
}

export type Services = Context.Context<CurrentEnvironment | Verification>

export const verify = (services: Services, { externalAccountId, revision, ...account }: Question) => {
  const environment = Context.get(services, CurrentEnvironment)
  const question = { environment, externalAccountId, revision, account: normalised(account) }
  return Context.get(services, Verification).verify(question)
}

/**
 * Calls the verifier while the caller waits. Without an answer within `verificationTimeout` the account stays pending
 * and the question is stored for a retry.
 */
export const requestVerification = (question: Question) =>
  Effect.contextWith((services: Services) => {
    const asked = verify(services, question)
    // An answer that is already there needs no timer.
    const answer = Exit.isExit(asked)
      ? asked
      : outside(Effect.timeout(asked, Context.get(services, Policy).verificationTimeout))
    return Effect.matchEffect(answer, {
      onSuccess: (finding): Effect.Effect<VerificationAnswer> => Effect.succeed({ finding, isUnanswered: false }),
      onFailure: ({ _tag }) =>
        Effect.as(
          // The error may contain personal data, so only its tag is logged.
          Effect.logWarning("an external account could not be verified; the verification will be retried", {
            because: _tag
          }),
          UNANSWERED
        )
    })
  })

const UNANSWERED: VerificationAnswer = { finding: { standing: "UNDECIDED" }, isUnanswered: true }

/**
 * The changes that accompany a change of an account in the same commit: an event if its status or name check has
 * changed, and a question to retry if the verifier did not answer. Returns the account with its event count.
 */
export const statusChanges = ({
  account,
  at,
  before,
  answer,
  here,
  version,
  waiting
}: {
  readonly before: ExternalAccount.ExternalAccount | undefined
  readonly account: ExternalAccount.ExternalAccount
  /** The stored version of the account; 0 for a new one. */
  readonly version: number
  /** Absent if no verification was necessary. */
  readonly answer?: VerificationAnswer | undefined
  /** The question that is already stored. */
  readonly waiting?: Stored<ExternalAccount.VerificationOrder> | undefined
  readonly here: Environment
  readonly at: Millis
}): { readonly account: ExternalAccount.ExternalAccount; readonly plan: Plan } => {
  const isOther = before?.status !== account.status || before.nameMatch !== account.nameMatch
  // The reply of the creation already reports a pending first verification, so there is no event for it.
  const isAnnounced = isOther && !(before === undefined && account.status === "Pending")
  const event = isAnnounced
    ? announced("EXTERNAL_ACCOUNT.STATUS_UPDATED", ExternalAccount.externalAccounts, account, at, version)
    : undefined
  return {
    account: event?.subject ?? account,
    plan: {
      changes: answer === undefined ? [] : orderChanges(account, answer, waiting, here, at),
      guards: [],
      drafts: event === undefined ? [] : [event.draft]
    }
  }
}

/** A question without an answer is stored for a retry; an answered one is removed. */
const orderChanges = (
  { externalAccountId }: ExternalAccount.ExternalAccount,
  { isUnanswered }: VerificationAnswer,
  waiting: Stored<ExternalAccount.VerificationOrder> | undefined,
  here: Environment,
  at: Millis
) => {
  const order = { externalAccountId, environment: here, dueAt: at, attempts: 0 }
  if (waiting === undefined) {
    return isUnanswered ? [insert(ExternalAccount.verificationOrders, environmentKey(here), order, at)] : []
  }
  return [isUnanswered ? replace(waiting, order, at) : remove(waiting)]
}

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

/** An account, the question about it that waits for an answer, and who hears about it. */
export const verifiedReads = <Command extends Pick<ReportCommand, "id">>(
  { id }: Command,
  environment: EnvironmentKey
) => ({
  account: byId(ExternalAccount.externalAccounts, environment, id),
  order: byId(ExternalAccount.verificationOrders, environment, id),
  config: configOf(environment)
})

export const report = operation(verifiedReads<ReportCommand>)
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
  .decide(function settle({
    at,
    checked: { events, record },
    command: { finding },
    found: { config, order },
    here,
    prepared
  }) {
    const before = record.value
    const { nameMatch = before.nameMatch } = finding
    const fields = {
      ...before,
      ...(nameMatch === undefined ? {} : { nameMatch }),
      sealed: prepared.sealed,
      updatedAt: at
    }
    const next = Result.getOrThrow(ExternalAccount.moved(before, events, fields))
    const answer = { finding, isUnanswered: false }
    const { version } = record
    const { account, plan } = statusChanges({ before, account: next, version, answer, waiting: order, here, at })
    const changed: Plan = { changes: [replace(record, account, at)], guards: [] }
    const reply: OpenedExternalAccount = { account, particulars: prepared.particulars }
    return Result.succeed<Decision<OpenedExternalAccount>>({
      reply,
      ...announcedTo(config, environmentKey(here), combined(changed, plan))
    })
  })

const verifyOrder = Effect.fnUntraced(function* ({
  environment,
  externalAccountId
}: ExternalAccount.VerificationOrder) {
  const record = yield* loadOne(byId(ExternalAccount.externalAccounts, environmentKey(environment), externalAccountId))
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
export const verificationDelivery = { ...deliveryOf(ExternalAccount.verificationOrders, verifyOrder), every: 1000 }
