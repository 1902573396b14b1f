import type { Instant, PostalAddress, Standing } from "./values.ts"

/** The profile of a business. */
export interface BusinessProfile {
  readonly legalName: string
  readonly taxId?: string
  readonly registrationNumber?: string
  readonly incorporatedOn?: string
  readonly country?: string
  readonly doingBusinessAs?: string
  readonly entityType?: string
  readonly businessType?: string
  readonly countriesOfOperation?: ReadonlyArray<string>
  readonly purposeOfAccount?: string
  readonly sourceOfFunds?: string
  readonly expectedMonthlyTransactionCount?: string
  readonly expectedMonthlyTransactionVolume?: string
  readonly expectedRecipientJurisdictions?: ReadonlyArray<string>
}

/** A new e-mail address that waits for the code that proves it. */
export interface PendingEmail {
  readonly email: string
  readonly expiresAt: Instant
  /** Only in answers that issue a code: JSON text of the signed public key to encrypt that code to. */
  readonly otpEncryptionTargetBundle?: string
}

interface AnyCustomer {
  /** `Customer:<uuid>` */
  readonly id: string
  readonly platformCustomerId: string
  readonly umaAddress: string
  readonly currencies: ReadonlyArray<string>
  readonly region?: string
  readonly email?: string
  /** Absent in lists. */
  readonly pendingEmail?: PendingEmail
  readonly address?: PostalAddress
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly isDeleted: boolean
}

/** A customer who is a person. */
export interface IndividualCustomer extends AnyCustomer {
  readonly customerType: "INDIVIDUAL"
  readonly kycStatus: Standing
  readonly fullName?: string
  readonly birthDate?: string
  readonly nationality?: string
}

/** A customer that is a business. */
export interface BusinessCustomer extends AnyCustomer {
  readonly customerType: "BUSINESS"
  readonly kybStatus: Standing
  readonly businessInfo: BusinessProfile
  /** The newest 100. `beneficialOwners.list` returns all of them. */
  readonly beneficialOwners?: ReadonlyArray<BeneficialOwner>
}

/** A customer. `customerType` distinguishes an individual from a business. */
export type Customer = IndividualCustomer | BusinessCustomer

interface AnyNewCustomer {
  readonly platformCustomerId?: string
  readonly region?: string
  readonly email?: string
  /** `$name@host`, in lower case. */
  readonly umaAddress?: string
  readonly currencies?: ReadonlyArray<string>
  readonly address?: PostalAddress
}

/** A person to create as a customer. */
export interface NewIndividual extends AnyNewCustomer {
  readonly customerType: "INDIVIDUAL"
  readonly fullName?: string
  readonly birthDate?: string
  readonly nationality?: string
}

/** A business to create as a customer. */
export interface NewBusiness extends AnyNewCustomer {
  readonly customerType: "BUSINESS"
  readonly businessInfo: BusinessProfile
}

/** The body of `customers.create`. */
export type NewCustomer = NewIndividual | NewBusiness

/** Omitted fields stay unchanged. */
export interface CustomerPatch extends Omit<AnyNewCustomer, "platformCustomerId"> {
  readonly customerType?: "INDIVIDUAL" | "BUSINESS"
  readonly fullName?: string
  readonly birthDate?: string
  readonly nationality?: string
  readonly businessInfo?: BusinessProfile
}

/** Filters are combined with AND. Instants are in ISO 8601; both ends of a range are inclusive. */
export interface CustomerFilter {
  readonly platformCustomerId?: string
  readonly umaAddress?: string
  readonly customerType?: "INDIVIDUAL" | "BUSINESS"
  readonly region?: string
  readonly currency?: string
  readonly updatedAfter?: Instant
  readonly updatedBefore?: Instant
  readonly isIncludingDeleted?: boolean
}

/** The role of a beneficial owner in the business. */
export type OwnerRole = "UBO" | "DIRECTOR" | "COMPANY_OFFICER" | "CONTROL_PERSON" | "TRUSTEE" | "GENERAL_PARTNER"

/** The profile of a beneficial owner. */
export interface PersonalInfo {
  readonly firstName: string
  readonly lastName: string
  readonly middleName?: string
  readonly birthDate?: string
  readonly nationality?: string
  readonly address?: PostalAddress
  readonly email?: string
  readonly phoneNumber?: string
  readonly idType?: string
  readonly identifier?: string
  readonly countryOfIssuance?: string
}

/** A person who owns or controls a business. */
export interface BeneficialOwner {
  /** `BeneficialOwner:<uuid>` */
  readonly id: string
  readonly customerId: string
  readonly roles: ReadonlyArray<OwnerRole>
  /** In percent, 0 to 100. */
  readonly ownershipPercentage?: number
  readonly personalInfo: PersonalInfo
  readonly kycStatus: Standing
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The body of `beneficialOwners.create`. */
export interface NewBeneficialOwner {
  readonly customerId: string
  readonly roles?: ReadonlyArray<OwnerRole>
  readonly ownershipPercentage?: number
  readonly personalInfo: PersonalInfo
}

/** The body of `beneficialOwners.update`. Omitted fields stay unchanged. */
export interface BeneficialOwnerPatch {
  readonly roles?: ReadonlyArray<OwnerRole>
  readonly ownershipPercentage?: number
  readonly personalInfo?: Partial<PersonalInfo>
}

/** The verification of a customer, and the fields that it lacks. */
export interface Verification {
  /** `Verification:<uuid>` */
  readonly id: string
  readonly customerId: string
  readonly verificationStatus:
    | "RESOLVE_ERRORS"
    | "PENDING_MANUAL_REVIEW"
    | "IN_PROGRESS"
    | "APPROVED"
    | "REJECTED"
    | "READY_FOR_VERIFICATION"
  readonly kycStatus?: Standing
  readonly kybStatus?: Standing
  readonly errors: ReadonlyArray<{
    readonly resourceId: string
    readonly type: "MISSING_FIELD"
    readonly field: string
    readonly reason: string
  }>
  readonly createdAt: Instant
  readonly updatedAt: Instant
}
