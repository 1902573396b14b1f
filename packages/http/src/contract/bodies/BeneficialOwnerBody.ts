import { BeneficialOwnerId, CustomerId, type OpenedOwner, OwnerRoles, PersonalInfo, Standing } from "@countersign/core"
import { Schema } from "effect"
import { Timestamp } from "./wire.ts"

export const BeneficialOwnerBody = Schema.Struct({
  id: BeneficialOwnerId,
  customerId: CustomerId,
  roles: OwnerRoles,
  ownershipPercentage: Schema.optionalKey(Schema.Finite),
  personalInfo: PersonalInfo,
  kycStatus: Standing,
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "BeneficialOwner" })

export const beneficialOwnerBody = ({ owner, personalInfo }: OpenedOwner): typeof BeneficialOwnerBody.Type => {
  const { beneficialOwnerId, createdAt, customerId, ownershipPercentage, roles, standing, updatedAt } = owner
  return {
    id: beneficialOwnerId,
    customerId,
    roles,
    ...(ownershipPercentage === undefined ? {} : { ownershipPercentage }),
    personalInfo,
    kycStatus: standing,
    createdAt,
    updatedAt
  }
}
