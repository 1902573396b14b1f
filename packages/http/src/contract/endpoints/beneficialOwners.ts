import { BeneficialOwnerId, BeneficialOwnerPatch, CustomerId, NewBeneficialOwner } from "@countersign/core"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { BeneficialOwnerBody } from "../bodies/BeneficialOwnerBody.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"
import { pageOf, paging } from "../bodies/Paging.ts"

const params = { id: BeneficialOwnerId }

export const createBeneficialOwner = HttpApiEndpoint.post("createBeneficialOwner", "/beneficial-owners", {
  headers: idempotencyHeader,
  payload: NewBeneficialOwner,
  success: BeneficialOwnerBody.pipe(HttpApiSchema.status(201)),
  error: refusalsOf("createBeneficialOwner")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Add a beneficial owner of a business")
  .annotate(
    OpenApi.Description,
    "Production asks for roles and for birthDate, nationality, address, idType and identifier too. In the sandbox the last three characters of lastName decide: 001 is pending, 002 rejected, any other approved."
  )

export const listBeneficialOwners = HttpApiEndpoint.get("listBeneficialOwners", "/beneficial-owners", {
  query: { customerId: CustomerId, ...paging },
  success: pageOf(BeneficialOwnerBody)
}).annotate(OpenApi.Summary, "List the beneficial owners of a business, newest first")

export const readBeneficialOwner = HttpApiEndpoint.get("readBeneficialOwner", "/beneficial-owners/:id", {
  params,
  success: BeneficialOwnerBody,
  error: refusalsOf("readBeneficialOwner")
}).annotate(OpenApi.Summary, "Read a beneficial owner")

export const updateBeneficialOwner = HttpApiEndpoint.patch("updateBeneficialOwner", "/beneficial-owners/:id", {
  params,
  headers: idempotencyHeader,
  payload: BeneficialOwnerPatch,
  success: BeneficialOwnerBody,
  error: refusalsOf("updateBeneficialOwner")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Change a beneficial owner")
  .annotate(
    OpenApi.Description,
    "Fields of personalInfo that are left out stay as they are; whoever is described otherwise than before is looked at anew."
  )
