import { Effect, Schema } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { get, patch, post } from "../endpoint.ts"
import { optional, Timestamp } from "../fields.ts"
import { created, paged, pageOf } from "../paging.ts"
import type { TokenAlone } from "../tokenAlone.ts"

export const BeneficialOwnerBody = Schema.Struct({
  id: core.BeneficialOwnerId,
  customerId: core.CustomerId,
  roles: core.OwnerRoles,
  ownershipPercentage: optional(Schema.Finite, "In percent, 0 to 100"),
  personalInfo: Schema.toType(core.PersonalInfo),
  kycStatus: core.Standing,
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "BeneficialOwner", description: "A person who owns or controls a business" })

export const beneficialOwnerBody = ({ owner, personalInfo }: core.OpenedOwner): typeof BeneficialOwnerBody.Type => ({
  ...owner,
  id: owner.beneficialOwnerId,
  personalInfo,
  kycStatus: owner.standing
})

const ofBusiness: TokenAlone = {
  achieves: "Stores and changes the people behind a business.",
  because: "They are the platform's own record of a business and open no session.",
  writes: ["beneficial_owners"]
}

export const createBeneficialOwner = post("createBeneficialOwner", "/beneficial-owners", {
  summary: "Add a beneficial owner of a business",
  description:
    "Production also requires roles, and birthDate, nationality, address, idType and identifier. In the sandbox the last three characters of lastName decide: 001 is pending, 002 rejected, any other approved.",
  tokenAlone: ofBusiness,
  payload: core.NewBeneficialOwner,
  success: BeneficialOwnerBody.pipe(HttpApiSchema.status(201)),
  refusals: ["CustomerDeleted", "CustomerNotFound", "CustomerTypeDiffers", "OwnerIncomplete"],
  handle: ({ payload }) => Effect.map(core.createOwner(payload), beneficialOwnerBody)
})

export const listBeneficialOwners = get("listBeneficialOwners", "/beneficial-owners", {
  summary: "List the beneficial owners of a business, newest first",
  query: { customerId: core.CustomerId, ...created },
  success: pageOf(BeneficialOwnerBody),
  handle: ({ query }) => paged(query, (page) => core.listOwners(query.customerId, page), beneficialOwnerBody)
})

export const readBeneficialOwner = get("readBeneficialOwner", "/beneficial-owners/:id", {
  summary: "Read a beneficial owner",
  params: { id: core.BeneficialOwnerId },
  success: BeneficialOwnerBody,
  refusals: ["OwnerNotFound"],
  handle: ({ params }) => Effect.map(core.readOwner(params.id), beneficialOwnerBody)
})

export const updateBeneficialOwner = patch("updateBeneficialOwner", "/beneficial-owners/:id", {
  summary: "Change a beneficial owner",
  description: "Omitted fields of personalInfo are unchanged. An owner whose personal data changes is verified again.",
  tokenAlone: ofBusiness,
  params: { id: core.BeneficialOwnerId },
  payload: core.BeneficialOwnerPatch,
  success: BeneficialOwnerBody,
  refusals: ["CustomerDeleted", "OwnerIncomplete", "OwnerNotFound"],
  handle: ({ params, payload }) => Effect.map(core.updateOwner(params.id, payload), beneficialOwnerBody)
})
