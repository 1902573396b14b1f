import { Clock, Context, DateTime, Effect, Exit, Result } from "effect"
import { type Environment, type EnvironmentKey, environmentKey, type Millis } from "../../model/Environment.ts"
import type { ExternalAccountId } from "../../model/ids.ts"
import { Policy } from "../../model/Policy.ts"
import { Discoveries } from "../../ports/Discoveries.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { type Finding, Verification } from "../../ports/Verification.ts"
import type { Call, Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { outside } from "../../steps/outside.ts"
import { put, remove } from "../../store/plans.ts"
import { byId, loadOne, type Stored } from "../../store/records.ts"
import { deliveryOf } from "../due-work/deliverDue.ts"
import { whileLeased } from "../due-work/lanes.ts"
import { announcedTo, configOf, type PlatformConfig } from "../platforms/rules/PlatformConfig.ts"
import { announced } from "../webhooks/rules/Event.ts"
import { type OpenedExternalAccount, opened, type Particulars, reseal } from "./read.ts"
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
  return Effect.succeed(rules)
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
 * The decision to store an account, in place of `record` unless it is new: with an event if its status or name check has
 * changed, and with a question to retry if the verifier did not answer. `answer` is absent if there was no question.
 */
export const saved = (
  record: Stored<ExternalAccount.ExternalAccount> | undefined,
  next: ExternalAccount.ExternalAccount,
  particulars: Particulars,
  answer: VerificationAnswer | undefined,
  { at, found: { config, order }, here }: Saving
): Decision<OpenedExternalAccount> => {
  const environment = environmentKey(here)
  const before = record?.value
  const isOther = before?.status !== next.status || before.nameMatch !== next.nameMatch
  // The reply of the creation already reports a pending first verification, so there is no event for it.
  const isAnnounced = isOther && !(before === undefined && next.status === "Pending")
  const event = isAnnounced
    ? announced("EXTERNAL_ACCOUNT.STATUS_UPDATED", ExternalAccount.externalAccounts, next, at, record?.version ?? 0)
    : undefined
  const account = event?.subject ?? next
  return announcedTo(config, environment, {
    reply: { account, particulars },
    changes: [
      put(ExternalAccount.externalAccounts, environment, record, account, at),
      ...(answer === undefined ? [] : orderChanges(account, answer, order, here, at))
    ],
    drafts: event === undefined ? [] : [event.draft]
  })
}

interface Saving extends Pick<Call<unknown>, "at" | "here"> {
  readonly found: {
    readonly config: Stored<PlatformConfig> | undefined
    readonly order?: Stored<ExternalAccount.VerificationOrder> | undefined
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
  if (isUnanswered) return [put(ExternalAccount.verificationOrders, environmentKey(here), waiting, order, at)]
  return waiting === undefined ? [] : [remove(waiting)]
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

/** An account, the question about it that waits for an answer, and the configuration of its webhook. */
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
      return { particulars: known, sealed: yield* reseal(id, known, record.value.sealed) }
    })
  )
  .decide(function settle(leg) {
    const { at, checked, command, prepared } = leg
    const { events, record } = checked
    const { finding } = command
    const before = record.value
    const { nameMatch = before.nameMatch } = finding
    const fields = {
      ...before,
      ...(nameMatch === undefined ? {} : { nameMatch }),
      sealed: prepared.sealed,
      updatedAt: at
    }
    const next = Result.getOrThrow(ExternalAccount.moved(before, events, fields))
    return Result.succeed(saved(record, next, prepared.particulars, { finding, isUnanswered: false }, leg))
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
  const finding = yield* whileLeased(Effect.contextWith((services: Services) => verify(services, question)))
  yield* reportAccountVerification(externalAccountId, finding, account.revision).pipe(
    // The account was changed concurrently; the change sent a question of its own.
    Effect.catchTag(["ExternalAccountNotFound", "RevisionSuperseded", "StatusUnreachable"], () => Effect.void)
  )
})

/** Calls the verifier again for stored questions without an answer. */
export const verificationDelivery = deliveryOf(ExternalAccount.verificationOrders, verifyOrder)
