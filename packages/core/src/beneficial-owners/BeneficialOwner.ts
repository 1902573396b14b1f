import { Effect, Schema } from "effect"
import { BeneficialOwnerId, CustomerId } from "../model/ids.ts"
import { Standing } from "../model/Standing.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"
import { vaulted } from "../ports/vaulted.ts"
import { OwnerRoles, PersonalInfo } from "./bodies.ts"

/** A person behind a business. What it says of them stands in `sealed`, and nowhere else. */
export const BeneficialOwner = Schema.Struct({
  beneficialOwnerId: BeneficialOwnerId,
  customerId: CustomerId,
  roles: OwnerRoles,
  ownershipPercentage: Schema.optionalKey(Schema.Finite),
  /** The `PersonalInfo`, under the vault's key. */
  sealed: Schema.String,
  standing: Standing,
  createdAt: Millis,
  updatedAt: Millis
})
export type BeneficialOwner = typeof BeneficialOwner.Type

export const beneficialOwners = Collection.make({
  name: "beneficial_owners",
  schema: BeneficialOwner,
  id: ({ beneficialOwnerId }) => beneficialOwnerId,
  indexes: { customer: ["customerId"] }
})

/** An owner with what it says of the person in the clear. */
export interface OpenedOwner {
  readonly owner: BeneficialOwner
  readonly personalInfo: PersonalInfo
}

const { open, seal } = vaulted(PersonalInfo)

/** Bound to the owner: copied into the record of another one, it does not open. */
const contextOf = (id: BeneficialOwnerId): string => `beneficial owner ${id}`

export const sealedPerson = (id: BeneficialOwnerId, info: PersonalInfo) => seal(info, contextOf(id))

export const openedOwner = Effect.fnUntraced(function* (owner: BeneficialOwner) {
  const personalInfo = yield* open(owner.sealed, contextOf(owner.beneficialOwnerId))
  const result: OpenedOwner = { owner, personalInfo }
  return result
})
