import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { missing } from "../../model/expected.ts"
import type { BeneficialOwnerId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { Screening } from "../../ports/Screening.ts"
import { freshId } from "../../ports/Secrets.ts"
import {
  type BeneficialOwner,
  beneficialOwners,
  type NewBeneficialOwner,
  type OpenedOwner,
  OwnerIncomplete,
  OwnerRoles,
  PersonalInfo,
  sealedPerson
} from "../../rules/beneficial-owners/BeneficialOwner.ts"
import { customers, requireCustomer } from "../../rules/customers/Customer.ts"
import { CustomerTypeDiffers } from "../../rules/customers/refusals.ts"
import { insert, unchanged } from "../../store/plans.ts"
import { byId, type FoundOf } from "../../store/records.ts"
import { type CheckedBy, type Decision, type Leg, operation, type PreparedBy } from "../operation.ts"

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

const reads = ({ customerId }: NewBeneficialOwner, environment: EnvironmentKey) => ({
  customer: byId(customers, environment, customerId)
})
type CreateLeg = Leg<NewBeneficialOwner, FoundOf<ReturnType<typeof reads>>>

export const check = ({ found }: CreateLeg) =>
  Result.gen(function* () {
    const { customer, record } = yield* requireCustomer(found.customer)
    if (customer.customerType !== "BUSINESS") return yield* Result.fail(new CustomerTypeDiffers())
    return { record }
  })

const prepare = Effect.fnUntraced(function* ({ command: { personalInfo, roles = [] } }: Pick<CreateLeg, "command">) {
  yield* requireComplete({ roles, personalInfo })
  const beneficialOwnerId = yield* freshId("BeneficialOwner")
  return {
    beneficialOwnerId,
    sealed: yield* sealedPerson(beneficialOwnerId, personalInfo),
    standing: yield* screenOwner(beneficialOwnerId, personalInfo)
  }
})

export const decide = ({
  at,
  checked: { record },
  command: { customerId, ownershipPercentage, personalInfo, roles = [] },
  environment,
  prepared
}: CreateLeg & {
  readonly checked: CheckedBy<typeof check>
  readonly prepared: PreparedBy<typeof prepare>
}): Result.Result<Decision<OpenedOwner>, never> => {
  const owner: BeneficialOwner = {
    ...prepared,
    customerId,
    roles,
    ...(ownershipPercentage === undefined ? {} : { ownershipPercentage }),
    createdAt: at,
    updatedAt: at
  }
  return Result.succeed({
    reply: { owner, personalInfo },
    changes: [insert(beneficialOwners, environment, owner, at)],
    guards: [unchanged(record)]
  })
}

/** Adds a beneficial owner to a business customer. */
export const createOwner = operation({ reads, check, prepare, decide })
