import { Effect, Result } from "effect"
import {
  type BeneficialOwner,
  beneficialOwners,
  type OpenedOwner,
  sealedPerson
} from "../../beneficial-owners/BeneficialOwner.ts"
import type { NewBeneficialOwner } from "../../beneficial-owners/bodies.ts"
import { customers, live } from "../../customers/Customer.ts"
import { CustomerNotFound, CustomerTypeDiffers } from "../../customers/refusals.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { byId, type FoundOf, insert, unchanged } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import { type CheckedBy, type Decision, type Leg, operation, type PreparedBy } from "../operation.ts"
import { requireWhole, screenOwner } from "./screen.ts"

const reads = ({ customerId }: NewBeneficialOwner, environment: EnvironmentKey) => ({
  customer: byId(customers, environment, customerId)
})
type CreateLeg = Leg<NewBeneficialOwner, FoundOf<ReturnType<typeof reads>>>

export const check = ({ found: { customer: record } }: CreateLeg) =>
  Result.gen(function* () {
    if (record === undefined) return yield* Result.fail(new CustomerNotFound())
    const { customerType } = yield* live(record.value)
    if (customerType !== "BUSINESS") return yield* Result.fail(new CustomerTypeDiffers())
    return { record }
  })

const prepare = Effect.fnUntraced(function* ({ command: { personalInfo, roles = [] } }: Pick<CreateLeg, "command">) {
  yield* requireWhole({ roles, personalInfo })
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

/** Adds a person behind a business. */
export const createOwner = operation({ reads, check, prepare, decide })
