import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { CustomerId, VerificationId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import type { Standing } from "../../model/Standing.ts"
import { Screening } from "../../ports/Screening.ts"
import { freshId } from "../../ports/Secrets.ts"
import { missing } from "../../schema/expected.ts"
import type { Decision } from "../../steps/Leg.ts"
import { listPage, readOne } from "../../steps/lists.ts"
import { operation } from "../../steps/operation.ts"
import { type Draft, insert, replace, unchanged } from "../../store/plans.ts"
import { byId, byIndex, type Stored } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { announcedTo, configOf } from "../platforms/rules/PlatformConfig.ts"
import { announced } from "../webhooks/rules/Event.ts"
import { type CustomerView, customerView, openedCustomer, ownersOf } from "./read.ts"
import { NewCustomer } from "./rules/bodies.ts"
import { type Customer, customers, requireCustomer, withStatus } from "./rules/Customer.ts"
import {
  type CustomerVerification,
  endedAs,
  initial,
  VerificationNotFound,
  type VerificationStatus,
  verifications
} from "./rules/CustomerVerification.ts"

/** Screens a customer. If a screened field is missing, the standing stays the same, and the reply names the field. */
export const verifyCustomer = (customerId: CustomerId) => verify({ customerId })

interface VerifyCommand {
  readonly customerId: CustomerId
}

const customerRead = ({ customerId }: VerifyCommand, environment: EnvironmentKey) => ({
  customer: byId(customers, environment, customerId),
  config: configOf(environment)
})

export const verify = operation(customerRead)
  .check(function requireThere({ found }) {
    return Result.map(requireCustomer(found.customer), ({ customer: before, record }) => {
      const { sealed, standing } = before
      // The screening reads the profile, which is encrypted anew whenever it changes.
      return { inputs: { sealed, standing }, record, before }
    })
  })
  .prepare(
    Effect.fnUntraced(function* screen({ checked: { before }, command: { customerId }, here }) {
      const screening = yield* Screening
      const profile = encode((yield* openedCustomer(before)).profile)
      const lacking = missing(profile, screening.customerNeeds(here, profile))
      const screened: Screened =
        lacking.length > 0
          ? { standing: before.standing, status: "RESOLVE_ERRORS" }
          : yield* screening.customer({ environment: here, customerId, profile })
      return { ...screened, lacking, verificationId: yield* freshId("Verification") }
    })
  )
  .decide(function keepVerification({ at, checked: { before, record }, command, environment, found, prepared }) {
    const { lacking, standing, status, verificationId } = prepared
    const { customerId } = command
    const fields = {
      verificationId,
      customerId,
      customerType: before.customerType,
      standing,
      errors: lacking.map((field) => ({
        resourceId: customerId,
        type: "MISSING_FIELD" as const,
        field,
        reason: "The customer has no such field. Add it, and verify again."
      })),
      createdAt: at,
      updatedAt: at
    }
    const { draft, subject: verification } = verificationChange(initial(fields, status), at, 0)
    const isMoved = standing !== before.standing
    const { customer, drafts } = statusChange(before, withStatus(before, standing, at), at, record.version)
    const kept: Decision<CustomerVerification> = {
      reply: verification,
      changes: [
        insert(verifications, environment, verification, at),
        ...(isMoved ? [replace(record, customer, at)] : [])
      ],
      // The screened profile must still be the stored one.
      guards: isMoved ? [] : [unchanged(record)],
      drafts: [draft, ...drafts]
    }
    return Result.succeed(announcedTo(found.config, environment, kept))
  })

type Screened = Pick<CustomerVerification, "standing"> & { readonly status: Parameters<typeof initial>[1] }

const encode = Schema.encodeSync(NewCustomer)

export const readVerification = (id: VerificationId) => readOne(verifications, id, VerificationNotFound)

export interface VerificationFilter {
  readonly customerId?: CustomerId | undefined
  readonly verificationStatus?: VerificationStatus | undefined
}

/** Returns the verifications of the environment, newest first. */
export const listVerifications = (filter: VerificationFilter, page: PageRequest) =>
  listPage({ collection: verifications, index: indexOf(filter) }, page)

const indexOf = ({ customerId, verificationStatus }: VerificationFilter) => {
  if (customerId !== undefined && verificationStatus !== undefined) {
    return { name: "customerStatus", values: [customerId, verificationStatus] }
  }
  if (customerId !== undefined) return { name: "customer", values: [customerId] }
  if (verificationStatus !== undefined) return { name: "status", values: [verificationStatus] }
  return ALL
}

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
  config: configOf(environment),
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
  .decide(function setStanding({ at, checked, command: { standing }, environment, found, prepared }) {
    const { inputs, record } = checked
    const { before } = inputs
    const { customer, drafts } = statusChange(before, withStatus(before, standing, at), at, record.version)
    const ended = found.open.flat().flatMap((each) => endedBy(each, standing, at))
    const set: Decision<CustomerView> = {
      reply: { ...prepared, customer },
      changes: [replace(record, customer, at), ...ended.map(({ change }) => change)],
      drafts: [...ended.map(({ draft }) => draft), ...drafts]
    }
    return Result.succeed(announcedTo(found.config, environment, set))
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
  announced(`VERIFICATION.${verification.status}`, verifications, verification, at, version)

/**
 * The event about a changed standing, if it changed, and the customer with its event count. `version` is the stored
 * version of the customer; 0 for a new one.
 */
export const statusChange = (
  before: Customer | undefined,
  customer: Customer,
  at: Millis,
  version: number
): { readonly customer: Customer; readonly drafts: ReadonlyArray<Draft> } => {
  const { customerType, standing } = customer
  if (standing === "UNVERIFIED" || standing === before?.standing) return { customer, drafts: [] }
  const check = customerType === "BUSINESS" ? "KYB" : "KYC"
  const { draft, subject } = announced(`CUSTOMER.${check}_${standing}`, customers, customer, at, version)
  return { customer: subject, drafts: [draft] }
}
