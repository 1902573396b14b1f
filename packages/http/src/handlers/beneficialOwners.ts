import * as core from "@countersign/core"
import { Effect } from "effect"
import { beneficialOwnerBody } from "../contract/bodies/BeneficialOwnerBody.ts"
import { pageBody, pageRequest } from "../contract/bodies/Paging.ts"
import * as endpoint from "../contract/endpoints/beneficialOwners.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const createBeneficialOwner = handler(endpoint.createBeneficialOwner, ({ payload }) =>
  answered(Effect.map(core.createOwner(payload), beneficialOwnerBody))
)
export const listBeneficialOwners = handler(endpoint.listBeneficialOwners, ({ query }) =>
  answered(
    Effect.map(core.listOwners(query.customerId, pageRequest(query)), (page) => pageBody(page, beneficialOwnerBody))
  )
)
export const readBeneficialOwner = handler(endpoint.readBeneficialOwner, ({ params }) =>
  answered(Effect.map(core.readOwner(params.id), beneficialOwnerBody))
)
export const updateBeneficialOwner = handler(endpoint.updateBeneficialOwner, ({ params, payload }) =>
  answered(Effect.map(core.updateOwner(params.id, payload), beneficialOwnerBody))
)
