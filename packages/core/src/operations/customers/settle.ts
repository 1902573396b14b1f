import { Effect, Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import type { Standing } from "../../model/Standing.ts"
import { customers, openedCustomer, requireCustomer, withStatus } from "../../rules/customers/Customer.ts"
import { type AnnouncedType, announced } from "../../rules/events/Event.ts"
import {
  type CustomerVerification,
  endedAs,
  type VerificationStatus,
  verifications
} from "../../rules/verifications/CustomerVerification.ts"
import { replace } from "../../store/plans.ts"
import { byId, byIndex, type FoundOf, type Stored } from "../../store/records.ts"
import { type CheckedBy, type Decision, type Leg, operation } from "../operation.ts"
import { type CustomerView, customerView, ownersOf } from "./read.ts"
import { statusChange } from "./standingChange.ts"

/**
 * The event about a verification's status, and the verification with its event count, for the commit that changes it.
 */
export const verificationChange = (verification: CustomerVerification, at: Millis, version: number) =>
  announced(EVENTS[verification.status], verifications, verification, at, version)

const EVENTS: { readonly [Status in VerificationStatus]: AnnouncedType } = {
  RESOLVE_ERRORS: "VERIFICATION.RESOLVE_ERRORS",
  PENDING_MANUAL_REVIEW: "VERIFICATION.PENDING_MANUAL_REVIEW",
  IN_PROGRESS: "VERIFICATION.IN_PROGRESS",
  APPROVED: "VERIFICATION.APPROVED",
  REJECTED: "VERIFICATION.REJECTED",
  READY_FOR_VERIFICATION: "VERIFICATION.READY_FOR_VERIFICATION"
}

interface ReportCommand {
  readonly customerId: CustomerId
  readonly standing: Standing
}

const reads = ({ customerId }: ReportCommand, environment: EnvironmentKey) => ({
  customer: byId(customers, environment, customerId),
  owners: ownersOf(environment, customerId),
  open: (["IN_PROGRESS", "PENDING_MANUAL_REVIEW"] as const).map((status) =>
    byIndex(verifications, environment, "customerStatus", [customerId, status])
  )
})
type ReportLeg = Leg<ReportCommand, FoundOf<ReturnType<typeof reads>>>

export const check = ({ found: { customer, owners } }: ReportLeg) =>
  Result.map(requireCustomer(customer), ({ customer: before, record }) => ({
    inputs: { before, owners: owners.map(({ value }) => value) },
    record,
    before,
    owners
  }))

const prepare = Effect.fnUntraced(function* ({ checked }: { readonly checked: CheckedBy<typeof check> }) {
  return yield* customerView(yield* openedCustomer(checked.before), checked.owners)
})

export const decide = ({
  at,
  checked: { before, record },
  command: { standing },
  found,
  prepared
}: ReportLeg & {
  readonly checked: Pick<CheckedBy<typeof check>, "before" | "record">
  readonly prepared: CustomerView
}): Result.Result<Decision<CustomerView>, never> => {
  const change = statusChange(before, withStatus(before, standing, at), at, record.version)
  const ended = found.open.flat().flatMap((each) => endedBy(each, standing, at))
  return Result.succeed({
    reply: { ...prepared, customer: change.customer },
    changes: [replace(record, change.customer, at), ...ended.map(({ change }) => change)],
    guards: [],
    drafts: [...ended.map(({ draft }) => draft), ...change.drafts]
  })
}

const endedBy = (record: Stored<CustomerVerification>, standing: Standing, at: Millis) => {
  if (standing !== "APPROVED" && standing !== "REJECTED") return []
  const verification = endedAs(record.value, standing, at)
  const { draft, subject } = verificationChange(verification, at, record.version)
  return [{ change: replace(record, subject, at), draft }]
}

const report = operation({ reads, check, prepare, decide })

/**
 * Sets the standing of a customer, as decided by an operator or reported late by a partner. Pending verifications end
 * with it.
 */
export const reportCustomerVerification = (customerId: CustomerId, standing: Standing) =>
  report({ customerId, standing })
