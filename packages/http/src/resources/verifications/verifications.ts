import { Effect, Schema } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { get, patch, post } from "../endpoint.ts"
import { created, dated, optional, paged, pageOf } from "../fields.ts"

export const VerificationBody = Schema.Struct({
  id: core.VerificationId,
  customerId: core.CustomerId,
  verificationStatus: core.VerificationStatus,
  kycStatus: Schema.optionalKey(core.Standing),
  kybStatus: Schema.optionalKey(core.Standing),
  errors: Schema.Array(core.VerificationError),
  ...dated
}).annotate({ identifier: "Verification", description: "The verification of a customer, and the fields that it lacks" })

export const verificationBody = ({
  customerType,
  standing,
  ...verification
}: core.CustomerVerification): typeof VerificationBody.Type => ({
  ...verification,
  id: verification.verificationId,
  verificationStatus: verification.status,
  ...(customerType === "BUSINESS" ? { kybStatus: standing } : { kycStatus: standing })
})

export const createVerification = post("createVerification", "/verifications", {
  summary: "Verify a customer",
  description:
    "RESOLVE_ERRORS lists the fields that the customer lacks. In the sandbox the last three digits of registrationNumber decide: 001 is pending, 002 rejected, any other approved.",
  tokenAlone: {
    achieves: "Has a customer verified again, which may change its KYC status.",
    because: "The status decides what the platform may do for a customer; it opens no session.",
    writes: ["customers", "verifications"]
  },
  payload: Schema.Struct({ customerId: core.CustomerId }),
  success: VerificationBody,
  refusals: ["CustomerDeleted", "CustomerNotFound"],
  handle: ({ payload }) => Effect.map(core.verifyCustomer(payload.customerId), verificationBody)
})

export const listVerifications = get("listVerifications", "/verifications", {
  summary: "List verifications, newest first",
  query: {
    customerId: Schema.optionalKey(core.CustomerId),
    verificationStatus: Schema.optionalKey(core.VerificationStatus),
    ...created
  },
  success: pageOf(VerificationBody),
  handle: ({ query }) => paged(query, (page) => core.listVerifications(query, page), verificationBody)
})

export const readVerification = get("readVerification", "/verifications/:id", {
  summary: "Read a verification",
  params: { id: core.VerificationId },
  success: VerificationBody,
  refusals: ["VerificationNotFound"],
  handle: ({ params }) => Effect.map(core.readVerification(params.id), verificationBody)
})

export const BeneficialOwnerBody = Schema.Struct({
  id: core.BeneficialOwnerId,
  customerId: core.CustomerId,
  roles: core.OwnerRoles,
  ownershipPercentage: optional(Schema.Finite, "In percent, 0 to 100"),
  personalInfo: Schema.toType(core.PersonalInfo),
  kycStatus: core.Standing,
  ...dated
}).annotate({ identifier: "BeneficialOwner", description: "A person who owns or controls a business" })

export const beneficialOwnerBody = ({ owner, personalInfo }: core.OpenedOwner): typeof BeneficialOwnerBody.Type => ({
  ...owner,
  id: owner.beneficialOwnerId,
  personalInfo,
  kycStatus: owner.standing
})

const ofBusiness = {
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
