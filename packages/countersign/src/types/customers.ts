// Printed from the contract: npm run docs

import type { Instant } from "./json.ts"
import type { PostalAddress, Standing } from "./values.ts"

/** The profile of a business. */
export interface BusinessProfile {
  /** 1 to 255 characters in NFC. */
  readonly legalName: string
  /** 1 to 64 characters in NFC. */
  readonly taxId?: string
  /** 1 to 64 characters in NFC. */
  readonly registrationNumber?: string
  /** YYYY-MM-DD. */
  readonly incorporatedOn?: string
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  /** 1 to 255 characters in NFC. */
  readonly doingBusinessAs?: string
  /** 1 to 64 characters in NFC. */
  readonly entityType?: string
  /** 1 to 255 characters in NFC. */
  readonly businessType?: string
  readonly countriesOfOperation?: ReadonlyArray<string>
  /** 1 to 255 characters in NFC. */
  readonly purposeOfAccount?: string
  /** 1 to 1000 characters in NFC. */
  readonly sourceOfFunds?: string
  /** 1 to 64 characters in NFC. */
  readonly expectedMonthlyTransactionCount?: string
  /** 1 to 64 characters in NFC. */
  readonly expectedMonthlyTransactionVolume?: string
  readonly expectedRecipientJurisdictions?: ReadonlyArray<string>
}

/** A new e-mail address that waits for the code that proves it. */
export interface PendingEmail {
  readonly email: string
  readonly expiresAt: Instant
  /** Present only in answers that issue a code: JSON text of the signed public key to encrypt that code to. */
  readonly otpEncryptionTargetBundle?: string
  /**
   * Present with otpEncryptionTargetBundle, except in the 201 of a registration: whether the code has digits alone,
   * or also letters.
   */
  readonly otpAlphabet?: "NUMERIC" | "ALPHANUMERIC"
}

/** A customer who is a person. */
export interface IndividualCustomer {
  readonly customerType: "INDIVIDUAL"
  /** `Customer:<uuid>` */
  readonly id: string
  readonly platformCustomerId: string
  readonly umaAddress: string
  readonly currencies: ReadonlyArray<string>
  readonly region?: string
  readonly email?: string
  readonly phoneNumber?: string
  /** Absent in lists and events. */
  readonly pendingEmail?: PendingEmail
  readonly address?: PostalAddress
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly isDeleted: boolean
  readonly kycStatus: Standing
  readonly fullName?: string
  readonly birthDate?: string
  readonly nationality?: string
}

/** A customer that is a business. */
export interface BusinessCustomer {
  readonly customerType: "BUSINESS"
  /** `Customer:<uuid>` */
  readonly id: string
  readonly platformCustomerId: string
  readonly umaAddress: string
  readonly currencies: ReadonlyArray<string>
  readonly region?: string
  readonly email?: string
  readonly phoneNumber?: string
  /** Absent in lists and events. */
  readonly pendingEmail?: PendingEmail
  readonly address?: PostalAddress
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly isDeleted: boolean
  readonly kybStatus: Standing
  readonly businessInfo: BusinessProfile
  /**
   * The newest 100, in responses; GET /beneficial-owners lists all. Events omit them, because they are personal data.
   */
  readonly beneficialOwners?: ReadonlyArray<BeneficialOwner>
}

/** A customer. `customerType` distinguishes an individual from a business. */
export type Customer = IndividualCustomer | BusinessCustomer

/** A person to create as a customer. */
export interface NewIndividual {
  readonly customerType: "INDIVIDUAL"
  readonly platformCustomerId?: string
  /** ISO 3166-1 alpha-2. */
  readonly region?: string
  /** One e-mail address, at most 254 characters. Its host name is stored in its A-labels (xn--). */
  readonly email?: string
  /** In international format, E.164. */
  readonly phoneNumber?: string
  /** $name@host, in lower case. */
  readonly umaAddress?: string
  /** The currencies of the accounts in addition to the wallet. If absent, all that the platform offers. */
  readonly currencies?: ReadonlyArray<string>
  readonly address?: PostalAddress
  /** 1 to 255 characters in NFC. */
  readonly fullName?: string
  /** YYYY-MM-DD. */
  readonly birthDate?: string
  /** ISO 3166-1 alpha-2. */
  readonly nationality?: string
}

/** A business to create as a customer. */
export interface NewBusiness {
  readonly customerType: "BUSINESS"
  readonly platformCustomerId?: string
  /** ISO 3166-1 alpha-2. */
  readonly region?: string
  /** One e-mail address, at most 254 characters. Its host name is stored in its A-labels (xn--). */
  readonly email?: string
  /** In international format, E.164. */
  readonly phoneNumber?: string
  /** $name@host, in lower case. */
  readonly umaAddress?: string
  /** The currencies of the accounts in addition to the wallet. If absent, all that the platform offers. */
  readonly currencies?: ReadonlyArray<string>
  readonly address?: PostalAddress
  readonly businessInfo: BusinessProfile
}

/** A customer to create. */
export type NewCustomer = NewIndividual | NewBusiness

/** Omitted fields stay unchanged. `customerType` cannot change; if present it must match. */
export interface CustomerPatch {
  readonly customerType?: "INDIVIDUAL" | "BUSINESS"
  /** ISO 3166-1 alpha-2. */
  readonly region?: string
  /** One e-mail address, at most 254 characters. Its host name is stored in its A-labels (xn--). */
  readonly email?: string
  /** In international format, E.164. */
  readonly phoneNumber?: string
  /** $name@host, in lower case. */
  readonly umaAddress?: string
  /** The currencies of the accounts in addition to the wallet. If absent, all that the platform offers. */
  readonly currencies?: ReadonlyArray<string>
  readonly address?: PostalAddress
  /** 1 to 255 characters in NFC. */
  readonly fullName?: string
  /** YYYY-MM-DD. */
  readonly birthDate?: string
  /** ISO 3166-1 alpha-2. */
  readonly nationality?: string
  readonly businessInfo?: BusinessProfile
}

/** Filters, combined with AND. Both ends of a range are inclusive. */
export interface CustomerFilter {
  readonly platformCustomerId?: string
  readonly umaAddress?: string
  readonly customerType?: "INDIVIDUAL" | "BUSINESS"
  /** ISO 3166-1 alpha-2, in upper case. */
  readonly region?: string
  /** A currency code in upper case. */
  readonly currency?: string
  readonly updatedAfter?: Instant
  readonly updatedBefore?: Instant
  readonly isIncludingDeleted?: boolean
}

/** The role of a beneficial owner in the business. */
export type OwnerRole = "UBO" | "DIRECTOR" | "COMPANY_OFFICER" | "CONTROL_PERSON" | "TRUSTEE" | "GENERAL_PARTNER"

/** The profile of a beneficial owner. Production requires more fields than the sandbox. */
export interface PersonalInfo {
  /** 1 to 255 characters in NFC. */
  readonly firstName: string
  /** 1 to 255 characters in NFC. */
  readonly lastName: string
  /** 1 to 255 characters in NFC. */
  readonly middleName?: string
  /** YYYY-MM-DD. */
  readonly birthDate?: string
  /** ISO 3166-1 alpha-2. */
  readonly nationality?: string
  readonly address?: PostalAddress
  /** One e-mail address, at most 254 characters. Its host name is stored in its A-labels (xn--). */
  readonly email?: string
  /** In international format, E.164. */
  readonly phoneNumber?: string
  /** The type of the identifier, such as PASSPORT. */
  readonly idType?: string
  /** 1 to 64 characters in NFC. */
  readonly identifier?: string
  /** ISO 3166-1 alpha-2. */
  readonly countryOfIssuance?: string
}

/** A person who owns or controls a business. */
export interface BeneficialOwner {
  /** `BeneficialOwner:<uuid>` */
  readonly id: string
  /** `Customer:<uuid>` */
  readonly customerId: string
  readonly roles: ReadonlyArray<OwnerRole>
  /** In percent, 0 to 100. */
  readonly ownershipPercentage?: number
  readonly personalInfo: PersonalInfo
  readonly kycStatus: Standing
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A beneficial owner to add to a business. */
export interface NewBeneficialOwner {
  /** `Customer:<uuid>` */
  readonly customerId: string
  readonly roles?: ReadonlyArray<OwnerRole>
  /** In percent, 0 to 100. */
  readonly ownershipPercentage?: number
  readonly personalInfo: PersonalInfo
}

/** Omitted fields stay unchanged. */
export interface BeneficialOwnerPatch {
  readonly roles?: ReadonlyArray<OwnerRole>
  /** In percent, 0 to 100. */
  readonly ownershipPercentage?: number
  readonly personalInfo?: {
    /** 1 to 255 characters in NFC. */
    readonly firstName?: string
    /** 1 to 255 characters in NFC. */
    readonly lastName?: string
    /** 1 to 255 characters in NFC. */
    readonly middleName?: string
    /** YYYY-MM-DD. */
    readonly birthDate?: string
    /** ISO 3166-1 alpha-2. */
    readonly nationality?: string
    readonly address?: PostalAddress
    /** One e-mail address, at most 254 characters. Its host name is stored in its A-labels (xn--). */
    readonly email?: string
    /** In international format, E.164. */
    readonly phoneNumber?: string
    /** The type of the identifier, such as PASSPORT. */
    readonly idType?: string
    /** 1 to 64 characters in NFC. */
    readonly identifier?: string
    /** ISO 3166-1 alpha-2. */
    readonly countryOfIssuance?: string
  }
}

/** The verification of a customer, and the fields that it lacks. */
export interface Verification {
  /** `Verification:<uuid>` */
  readonly id: string
  /** `Customer:<uuid>` */
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
    /** `Customer:<uuid>` */
    readonly resourceId: string
    readonly type: "MISSING_FIELD"
    readonly field: string
    readonly reason: string
  }>
  readonly createdAt: Instant
  readonly updatedAt: Instant
}
