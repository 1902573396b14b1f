import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { BeneficialOwnerId, CustomerId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import type { Standing } from "../../model/Standing.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { Screening } from "../../ports/Screening.ts"
import { freshId } from "../../ports/Secrets.ts"
import { vaultedText } from "../../ports/Vault.ts"
import { missing } from "../../schema/expected.ts"
import type { Decision } from "../../steps/Leg.ts"
import { listPage, readOne } from "../../steps/lists.ts"
import { operation } from "../../steps/operation.ts"
import { insert, replace, unchanged } from "../../store/plans.ts"
import { byId, firstBy, openAll, type Stored } from "../../store/records.ts"
import { type Customer, customers, requireCustomer, requireNotDeleted } from "../customers/rules/Customer.ts"
import { CustomerTypeDiffers } from "../customers/rules/refusals.ts"
import * as BeneficialOwner from "./rules/BeneficialOwner.ts"

export interface OpenedOwner {
  readonly owner: BeneficialOwner.BeneficialOwner
  readonly personalInfo: BeneficialOwner.PersonalInfo
}

const people = vaultedText("beneficial owner", BeneficialOwner.PersonalInfo)

export const { reseal: resealedPerson, seal: sealedPerson } = people

export const openedOwner = (owner: BeneficialOwner.BeneficialOwner) =>
  Effect.map(
    people.open(owner.beneficialOwnerId, owner.sealed),
    (personalInfo): OpenedOwner => ({ owner, personalInfo })
  )

const reads = ({ customerId }: BeneficialOwner.NewBeneficialOwner, environment: EnvironmentKey) => ({
  customer: byId(customers, environment, customerId)
})

/** Adds a beneficial owner to a business customer. */
export const createOwner = operation(reads)
  .check(function requireBusiness({ found }) {
    return Result.gen(function* () {
      const { customer, record } = yield* requireCustomer(found.customer)
      if (customer.customerType !== "BUSINESS") return yield* Result.fail(new CustomerTypeDiffers())
      return { record }
    })
  })
  .prepare(
    Effect.fnUntraced(function* screenNewOwner({ command: { personalInfo, roles = [] } }) {
      yield* requireComplete({ roles, personalInfo })
      const beneficialOwnerId = yield* freshId("BeneficialOwner")
      return {
        beneficialOwnerId,
        sealed: yield* sealedPerson(beneficialOwnerId, personalInfo),
        standing: yield* screenOwner(beneficialOwnerId, personalInfo)
      }
    })
  )
  .decide(function addOwner({ at, checked: { record }, command, environment, prepared }) {
    const { customerId, ownershipPercentage, personalInfo, roles = [] } = command
    const owner: BeneficialOwner.BeneficialOwner = {
      ...prepared,
      customerId,
      roles,
      ...(ownershipPercentage === undefined ? {} : { ownershipPercentage }),
      createdAt: at,
      updatedAt: at
    }
    return Result.succeed<Decision<OpenedOwner>>({
      reply: { owner, personalInfo },
      changes: [insert(BeneficialOwner.beneficialOwners, environment, owner, at)],
      guards: [unchanged(record)]
    })
  })

const Described = Schema.Struct({ roles: BeneficialOwner.OwnerRoles, personalInfo: BeneficialOwner.PersonalInfo })

export const requireComplete = Effect.fnUntraced(function* (owner: typeof Described.Type) {
  const { ownerNeeds } = yield* Screening
  const lacking = missing(describe(owner), ownerNeeds(yield* CurrentEnvironment))
  const errors = lacking.map((field) => ({ field, message: "This field is missing. Send the owner with it." }))
  if (errors.length > 0) return yield* new BeneficialOwner.OwnerIncomplete({ errors })
})

const describe = Schema.encodeSync(Schema.toCodecJson(Described))

export const screenOwner = Effect.fnUntraced(function* (
  beneficialOwnerId: BeneficialOwnerId,
  { firstName, lastName }: BeneficialOwner.PersonalInfo
) {
  const screening = yield* Screening
  const environment = yield* CurrentEnvironment
  return yield* screening.owner({ environment, beneficialOwnerId, firstName, lastName })
})

/** Updates a beneficial owner. A change of screened fields screens the person again. */
export const updateOwner = (id: BeneficialOwnerId, patch: BeneficialOwner.BeneficialOwnerPatch) => update({ id, patch })

/** Sets the standing of a beneficial owner, as decided by an operator or an external system. */
export const reportOwnerVerification = (id: BeneficialOwnerId, standing: Standing) => report({ id, standing })

interface OwnerCommand {
  readonly id: BeneficialOwnerId
}

const ownerReads = <Command extends OwnerCommand>({ id }: Command, environment: EnvironmentKey) => ({
  owner: byId(BeneficialOwner.beneficialOwners, environment, id),
  customer: firstBy(customers, environment, "customer", [
    { collection: BeneficialOwner.beneficialOwners, id, field: "customerId" }
  ])
})

interface Found {
  readonly owner: Stored<BeneficialOwner.BeneficialOwner> | undefined
  readonly customer: Stored<Customer> | undefined
}

/** Requires an owner whose customer is not deleted. A changed person is encrypted anew and screened. */
const requireOwner = ({ found: { customer, owner: record } }: { readonly found: Found }) =>
  Result.gen(function* () {
    if (record === undefined || customer === undefined) return yield* Result.fail(new BeneficialOwner.OwnerNotFound())
    yield* requireNotDeleted(customer.value)
    const { roles, sealed } = record.value
    return { inputs: { roles, sealed }, record, customer }
  })

export const update = operation(ownerReads<OwnerCommand & { readonly patch: BeneficialOwner.BeneficialOwnerPatch }>)
  .check(requireOwner)
  .prepare(
    Effect.fnUntraced(function* screenAgain({ checked: { record }, command: { id, patch } }) {
      const before = yield* openedOwner(record.value)
      const personalInfo: BeneficialOwner.PersonalInfo = { ...before.personalInfo, ...patch.personalInfo }
      const { sealed: over } = record.value
      const { roles = record.value.roles } = patch
      yield* requireComplete({ roles, personalInfo })
      const screened =
        patch.personalInfo === undefined
          ? {}
          : { sealed: yield* resealedPerson(id, personalInfo, over), standing: yield* screenOwner(id, personalInfo) }
      return { personalInfo, roles, screened }
    })
  )
  .decide(function patchOwner({ at, checked, command, prepared: { personalInfo, roles, screened } }) {
    const { ownershipPercentage } = command.patch
    const share = ownershipPercentage === undefined ? {} : { ownershipPercentage }
    return Result.succeed(replaced(checked, { roles, ...share, ...screened }, personalInfo, at))
  })

export const report = operation(ownerReads<OwnerCommand & { readonly standing: Standing }>)
  .check(requireOwner)
  .prepare(function openOwner({ checked }) {
    return openedOwner(checked.record.value)
  })
  .decide(function setStanding({ at, checked, command: { standing }, prepared: { personalInfo } }) {
    return Result.succeed(replaced(checked, { standing }, personalInfo, at))
  })

/** The owner with other values, while its customer is unchanged. */
const replaced = (
  { customer, record }: Result.Result.Success<ReturnType<typeof requireOwner>>,
  changed: Partial<BeneficialOwner.BeneficialOwner>,
  personalInfo: BeneficialOwner.PersonalInfo,
  at: Millis
): Decision<OpenedOwner> => {
  const owner: BeneficialOwner.BeneficialOwner = { ...record.value, ...changed, updatedAt: at }
  return { reply: { owner, personalInfo }, changes: [replace(record, owner, at)], guards: [unchanged(customer)] }
}

export const readOwner = (id: BeneficialOwnerId) =>
  Effect.flatMap(readOne(BeneficialOwner.beneficialOwners, id, BeneficialOwner.OwnerNotFound), openedOwner)

/** Returns the beneficial owners of a business, newest first. */
export const listOwners = Effect.fnUntraced(function* (customerId: CustomerId, page: PageRequest) {
  const index = { name: "customer", values: [customerId] }
  const found = yield* listPage({ collection: BeneficialOwner.beneficialOwners, index }, page)
  return { ...found, items: yield* openAll(BeneficialOwner.beneficialOwners, found.items, openedOwner) }
})
