import { Clock, Effect } from "effect"
import {
  type BeneficialOwner,
  beneficialOwners,
  type OpenedOwner,
  sealedPerson
} from "../../beneficial-owners/BeneficialOwner.ts"
import type { NewBeneficialOwner } from "../../beneficial-owners/bodies.ts"
import { customers, live } from "../../customers/Customer.ts"
import { CustomerNotFound, CustomerTypeDiffers } from "../../customers/refusals.ts"
import { environmentKey } from "../../model/Environment.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, commit, insert, loadOne, unchanged } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import { requireWhole, screenOwner } from "./screen.ts"

/** Adds a person behind a business. */
export const createOwner = (body: NewBeneficialOwner) => again(created(body))

const created = Effect.fnUntraced(function* ({
  customerId,
  ownershipPercentage,
  personalInfo,
  roles = []
}: NewBeneficialOwner) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const record = yield* loadOne(byId(customers, environment, customerId))
  if (record === undefined) return yield* new CustomerNotFound()
  const { customerType } = yield* Effect.fromResult(live(record.value))
  if (customerType !== "BUSINESS") return yield* new CustomerTypeDiffers()
  yield* requireWhole({ roles, personalInfo })
  const beneficialOwnerId = yield* freshId("BeneficialOwner")
  const at = yield* Clock.currentTimeMillis
  const owner: BeneficialOwner = {
    beneficialOwnerId,
    customerId,
    roles,
    ...(ownershipPercentage === undefined ? {} : { ownershipPercentage }),
    sealed: yield* sealedPerson(beneficialOwnerId, personalInfo),
    standing: yield* screenOwner(beneficialOwnerId, personalInfo),
    createdAt: at,
    updatedAt: at
  }
  yield* commit({ changes: [insert(beneficialOwners, environment, owner, at)], guards: [unchanged(record)] })
  const opened: OpenedOwner = { owner, personalInfo }
  return opened
})
