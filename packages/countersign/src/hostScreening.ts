import { Screening } from "@countersign/core"
import { Effect } from "@countersign/core/effect"

/**
 * Production makes no decisions: a customer or owner stays pending until the host calls `reportVerification` of the promise API.
 */
export const hostScreening: typeof Screening.Service = Screening.of({
  customerNeeds: (_, { customerType }) => (customerType === "BUSINESS" ? BUSINESS : INDIVIDUAL),
  customer: () => Effect.succeed({ standing: "PENDING", status: "PENDING_MANUAL_REVIEW" }),
  ownerNeeds: () => OWNER,
  owner: () => Effect.succeed("PENDING")
})

const INDIVIDUAL = ["fullName", "birthDate", "nationality", "address"]
const BUSINESS = [
  "businessInfo.taxId",
  "businessInfo.registrationNumber",
  "businessInfo.incorporatedOn",
  "businessInfo.country",
  "address"
]
const OWNER = [
  "roles",
  ...["firstName", "lastName", "birthDate", "nationality", "address", "idType", "identifier"].map(
    (field) => `personalInfo.${field}`
  )
]
