import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { BeneficialOwnerId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { Screening } from "../../ports/Screening.ts"
import { freshId } from "../../ports/Secrets.ts"
import { missing } from "../../schema/expected.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { insert, unchanged } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { customers, requireCustomer } from "../customers/rules/Customer.ts"
import { CustomerTypeDiffers } from "../customers/rules/refusals.ts"
import { type OpenedOwner, sealedPerson } from "./personalInfo.ts"
import {
  type BeneficialOwner,
  beneficialOwners,
  type NewBeneficialOwner,
  OwnerIncomplete,
  OwnerRoles,
  PersonalInfo
} from "./rules/BeneficialOwner.ts"

const reads = ({ customerId }: NewBeneficialOwner, environment: EnvironmentKey) => ({
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
    const owner: BeneficialOwner = {
      ...prepared,
      customerId,
      roles,
      ...(ownershipPercentage === undefined ? {} : { ownershipPercentage }),
      createdAt: at,
      updatedAt: at
    }
    const decision: Decision<OpenedOwner> = {
      reply: { owner, personalInfo },
      changes: [insert(beneficialOwners, environment, owner, at)],
      guards: [unchanged(record)]
    }
    return Result.succeed(decision)
  })

const Described = Schema.Struct({ roles: OwnerRoles, personalInfo: PersonalInfo })

/** Fails if the owner lacks a field that the screening requires. */
export const requireComplete = Effect.fnUntraced(function* (owner: typeof Described.Type) {
  const { ownerNeeds } = yield* Screening
  const lacking = missing(describe(owner), ownerNeeds(yield* CurrentEnvironment))
  const errors = lacking.map((field) => ({ field, message: "This field is missing. Send the owner with it." }))
  if (errors.length > 0) return yield* new OwnerIncomplete({ errors })
})

const describe = Schema.encodeSync(Schema.toCodecJson(Described))

/** Screens a beneficial owner and returns the standing. */
export const screenOwner = Effect.fnUntraced(function* (
  beneficialOwnerId: BeneficialOwnerId,
  { firstName, lastName }: PersonalInfo
) {
  const screening = yield* Screening
  const environment = yield* CurrentEnvironment
  return yield* screening.owner({ environment, beneficialOwnerId, firstName, lastName })
})
