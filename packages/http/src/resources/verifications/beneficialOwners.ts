import * as core from "@countersign/core/internal"
import {
  BeneficialOwnerId,
  CustomerId,
  type OpenedOwner,
  OwnerRoles,
  PersonalInfo,
  Standing
} from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"
import { pageBody, pageOf, pageRequest, paging } from "../paging.ts"
import { idempotencyHeader } from "../signedRetry.ts"

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

const params = { id: core.BeneficialOwnerId }

export const createBeneficialOwner = endpoint(
  HttpApiEndpoint.post("createBeneficialOwner", "/beneficial-owners", {
    headers: idempotencyHeader,
    payload: core.NewBeneficialOwner,
    success: BeneficialOwnerBody.pipe(HttpApiSchema.status(201))
  }),
  {
    summary: "Add a beneficial owner of a business",
    description:
      "Production also requires roles, and birthDate, nationality, address, idType and identifier. In the sandbox the last three characters of lastName decide: 001 is pending, 002 rejected, any other approved.",
    scope: "MANAGE",
    refusals: ["CustomerDeleted", "CustomerNotFound", "CustomerTypeDiffers", "OwnerIncomplete"]
  },
  ({ payload }) => Effect.map(core.createOwner(payload), beneficialOwnerBody)
)

export const listBeneficialOwners = endpoint(
  HttpApiEndpoint.get("listBeneficialOwners", "/beneficial-owners", {
    query: { customerId: core.CustomerId, ...paging },
    success: pageOf(BeneficialOwnerBody)
  }),
  { summary: "List the beneficial owners of a business, newest first" },
  ({ query }) =>
    Effect.map(core.listOwners(query.customerId, pageRequest(query)), (page) => pageBody(page, beneficialOwnerBody))
)

export const readBeneficialOwner = endpoint(
  HttpApiEndpoint.get("readBeneficialOwner", "/beneficial-owners/:id", { params, success: BeneficialOwnerBody }),
  { summary: "Read a beneficial owner", refusals: ["OwnerNotFound"] },
  (call) => Effect.map(core.readOwner(call.params.id), beneficialOwnerBody)
)

export const updateBeneficialOwner = endpoint(
  HttpApiEndpoint.patch("updateBeneficialOwner", "/beneficial-owners/:id", {
    params,
    headers: idempotencyHeader,
    payload: core.BeneficialOwnerPatch,
    success: BeneficialOwnerBody
  }),
  {
    summary: "Change a beneficial owner",
    description:
      "Omitted fields of personalInfo are unchanged. An owner whose personal data changes is verified again.",
    scope: "MANAGE",
    refusals: ["CustomerDeleted", "OwnerIncomplete", "OwnerNotFound"]
  },
  (call) => Effect.map(core.updateOwner(call.params.id, call.payload), beneficialOwnerBody)
)
