import { isJsonObject } from "@countersign/account-types"
import { type JsonObject, type NewCustomer, Screening, type Standing } from "@countersign/core/internal"
import { Effect, Layer } from "effect"

/** Decides at once: by how a business is numbered, and by how a person behind it is called. Everybody else is approved. */
export const sandboxScreening = Layer.succeed(
  Screening,
  Screening.of({
    customerNeeds: (_, { customerType }) => (customerType === "BUSINESS" ? [NUMBER] : []),
    customer: ({ profile }) => Effect.succeed(SCREENED[standingOf(profile)]),
    ownerNeeds: () => ["personalInfo.firstName", "personalInfo.lastName"],
    owner: ({ lastName }) => Effect.succeed(byEnding(lastName))
  })
)

/** A new customer is approved, but for a business whose number stands for something else: POST /verifications decides. */
export const sandboxOnboarding = (profile: NewCustomer): Standing =>
  profile.customerType === "INDIVIDUAL" || byEnding(profile.businessInfo.registrationNumber ?? "") === "APPROVED"
    ? "APPROVED"
    : "UNVERIFIED"

const NUMBER = "businessInfo.registrationNumber"

type Decided = "PENDING" | "REJECTED" | "APPROVED"

const standingOf = ({ businessInfo }: JsonObject): Decided =>
  byEnding(isJsonObject(businessInfo) ? String(businessInfo.registrationNumber) : "")

/** The interface's table, for numbers of businesses and for last names of their owners. */
const byEnding = (text: string): Decided => {
  if (text.endsWith("001")) return "PENDING"
  return text.endsWith("002") ? "REJECTED" : "APPROVED"
}

const SCREENED = {
  PENDING: { standing: "PENDING", status: "IN_PROGRESS" },
  REJECTED: { standing: "REJECTED", status: "REJECTED" },
  APPROVED: { standing: "APPROVED", status: "APPROVED" }
} as const
