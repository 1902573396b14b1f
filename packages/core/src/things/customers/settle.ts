import { Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import type { Standing } from "../../model/Standing.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { replace } from "../../store/plans.ts"
import { byId, byIndex, type Stored } from "../../store/records.ts"
import { type AnnouncedType, announced } from "../webhooks/rules/Event.ts"
import { type CustomerView, customerView, ownersOf } from "./read.ts"
import { customers, requireCustomer, withStatus } from "./rules/Customer.ts"
import {
  type CustomerVerification,
  endedAs,
  type VerificationStatus,
  verifications
} from "./rules/CustomerVerification.ts"
import { statusChange } from "./standingChange.ts"

/**
 * Sets the standing of a customer, as decided by an operator or reported late by a partner. Pending verifications end
 * with it.
 */
export const reportCustomerVerification = (customerId: CustomerId, standing: Standing) =>
  report({ customerId, standing })

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

export const report = operation(reads)
  .check(function requireThere({ found: { customer, owners } }) {
    return Result.map(requireCustomer(customer), ({ customer: before, record }) => ({
      inputs: { before, owners: owners.map(({ value }) => value) },
      record
    }))
  })
  .prepare(function openReply({ checked: { inputs } }) {
    return customerView(inputs.before, inputs.owners)
  })
  .decide(function setStanding({ at, checked, command: { standing }, found, prepared }) {
    const { inputs, record } = checked
    const { before } = inputs
    const { customer, drafts } = statusChange(before, withStatus(before, standing, at), at, record.version)
    const ended = found.open.flat().flatMap((each) => endedBy(each, standing, at))
    const decision: Decision<CustomerView> = {
      reply: { ...prepared, customer },
      changes: [replace(record, customer, at), ...ended.map(({ change }) => change)],
      guards: [],
      drafts: [...ended.map(({ draft }) => draft), ...drafts]
    }
    return Result.succeed(decision)
  })

const endedBy = (record: Stored<CustomerVerification>, standing: Standing, at: Millis) => {
  if (standing !== "APPROVED" && standing !== "REJECTED") return []
  const verification = endedAs(record.value, standing, at)
  const { draft, subject } = verificationChange(verification, at, record.version)
  return [{ change: replace(record, subject, at), draft }]
}

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
