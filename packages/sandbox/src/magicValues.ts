import { isJsonObject, kindNamed, outcomeSuffix } from "@countersign/account-types"
import {
  Discoveries,
  type Discovery,
  type Finding,
  type Json,
  Mailer,
  type NameMatch,
  Passkeys,
  Secrets,
  Verification,
  type VerificationRequest
} from "@countersign/core"
import { Effect, Layer, Redacted } from "@countersign/core/effect"
import {
  dangerouslyWaiveStamp,
  type JsonObject,
  MailDomains,
  type NewCustomer,
  Screening,
  SendsNotices,
  StampAuthority,
  type Standing
} from "@countersign/core/internal"

const bank = (country: string, currency: string, bankName: string, displayName = bankName): Discovery => ({
  bankName,
  displayName,
  country,
  currency
})

/** The banks and operators of the sandbox. */
export const SANDBOX_DISCOVERIES: ReadonlyArray<Discovery> = [
  bank("PH", "PHP", "BDO Unibank"),
  bank("PH", "PHP", "BPI", "Bank of the Philippine Islands"),
  bank("NG", "NGN", "Access Bank"),
  bank("NG", "NGN", "First Bank of Nigeria"),
  bank("NG", "NGN", "GTBank"),
  bank("NG", "NGN", "Zenith Bank"),
  bank("ZA", "ZAR", "Standard Bank"),
  bank("CO", "COP", "Bancolombia"),
  bank("CO", "COP", "Daviplata"),
  bank("CO", "COP", "Nequi"),
  bank("SV", "USD", "Banco Cuscatlan")
]

export const sandboxDiscoveries = Layer.succeed(Discoveries, SANDBOX_DISCOVERIES)

/** Accepted in place of an assertion's signature, for clients of an older sandbox. */
export const LEGACY_PASSKEY_SIGNATURE = "sandbox-valid-passkey-signature"

/**
 * Wraps the passkey port: accepts an assertion with the legacy signature value without verifying it. The login must
 * still be pending under its request id, and still expires.
 */
export const sandboxPasskeys = Layer.effect(
  Passkeys,
  Effect.map(Passkeys, (production) =>
    Passkeys.of({
      register: production.register,
      assert: (claim) => {
        if (claim.assertion.signature !== LEGACY_PASSKEY_SIGNATURE) return production.assert(claim)
        const { counter, isBackupEligible } = claim.material
        // A counter that does not increase would be reported as a cloned authenticator.
        return Effect.succeed({ counter: counter === 0 ? 0 : counter + 1, isBackupEligible })
      }
    })
  )
)

/** Decides at once, by the registration number of a business and the last name of an owner. Approves all others. */
export const sandboxScreening = Layer.succeed(
  Screening,
  Screening.of({
    customerNeeds: (_, { customerType }) => (customerType === "BUSINESS" ? [NUMBER] : []),
    customer: ({ profile }) => Effect.succeed(SCREENED[decisionOf(profile)]),
    ownerNeeds: () => ["personalInfo.firstName", "personalInfo.lastName"],
    owner: ({ lastName }) => Effect.succeed(byEnding(lastName))
  })
)

/** Approves a new customer, except a business whose number selects another outcome of POST /verifications. */
export const sandboxOnboarding = (profile: NewCustomer): Standing =>
  profile.customerType === "INDIVIDUAL" || byEnding(profile.businessInfo.registrationNumber ?? "") === "APPROVED"
    ? "APPROVED"
    : "UNVERIFIED"

const NUMBER = "businessInfo.registrationNumber"

type Decided = "PENDING" | "REJECTED" | "APPROVED"

const decisionOf = ({ businessInfo }: JsonObject): Decided =>
  byEnding(isJsonObject(businessInfo) ? String(businessInfo.registrationNumber) : "")

/** The specification's table of endings, for registration numbers and for last names of beneficial owners. */
const byEnding = (text: string): Decided => {
  if (text.endsWith("001")) return "PENDING"
  return text.endsWith("002") ? "REJECTED" : "APPROVED"
}

const SCREENED = {
  PENDING: { standing: "PENDING", status: "IN_PROGRESS" },
  REJECTED: { standing: "REJECTED", status: "REJECTED" },
  APPROVED: { standing: "APPROVED", status: "APPROVED" }
} as const

/** Accepted in place of a stamp, for clients of an older sandbox. */
export const LEGACY_SIGNATURE = "sandbox-valid-signature"

/**
 * Wraps the stamp authority: accepts the legacy value wherever a stamp is verified, on signed retries of every kind,
 * including logins and refreshes. The signed request must still be pending, and match this call and this body.
 */
export const sandboxStampAuthority = Layer.effect(
  StampAuthority,
  Effect.map(StampAuthority, (production) =>
    StampAuthority.of({
      judge: (claim) =>
        claim.header === LEGACY_SIGNATURE ? Effect.succeed(dangerouslyWaiveStamp()) : production.judge(claim)
    })
  )
)

/** Delivers nothing: the sandbox code is public, and its addresses may belong to real people. */
export const sandboxMailer = Layer.mergeAll(
  Layer.succeed(Mailer, Mailer.of({ sendCode: () => Effect.void, sendNotice: () => Effect.void })),
  Layer.succeed(SendsNotices, true),
  // An address in the configuration of a platform reaches no reader.
  Layer.succeed(MailDomains, undefined)
)

/** The code of every sandbox login. */
export const SANDBOX_CODE = "000000"

/** Wraps the random source: fixes the code and leaves everything else of a sandbox login random. */
export const sandboxSecrets = Layer.effect(
  Secrets,
  Effect.map(Secrets, ({ bytes }) => Secrets.of({ bytes, code: () => Effect.succeed(Redacted.make(SANDBOX_CODE)) }))
)

/** Confirms every account immediately, except those whose identifier ends in a number of another outcome. */
export const sandboxVerification = Layer.succeed(
  Verification,
  Verification.of({ verify: (request) => Effect.sync(() => findingOf(request)) })
)

const findingOf = ({ account }: VerificationRequest): Finding => {
  const kind = kindNamed(account.accountType)
  // The owner of a wallet is unknown, so no name is compared.
  if (kind === undefined || kind.selfCustody === true) return { standing: "CONFIRMED" }
  const suffix = outcomeSuffix(kind, account) ?? ""
  if (suffix === INVALID) return { standing: "REJECTED" }
  const nameMatch = MATCHES.get(suffix) ?? "MATCHED"
  const verifiedName = nameKnown(nameMatch, nameOf(account.beneficiary))
  return { standing: "CONFIRMED", nameMatch, ...(verifiedName === undefined ? {} : { verifiedName }) }
}

const INVALID = "105"

/** The specification's table of name verification. */
const MATCHES: ReadonlyMap<string, NameMatch> = new Map([
  ["102", "NOT_MATCHED"],
  ["103", "PARTIAL_MATCH"],
  ["104", "PENDING"],
  ["106", "UNSUPPORTED"],
  ["107", "CHECKED_BY_RECEIVING_FI"]
])

const nameOf = (beneficiary: Json | undefined): string => {
  const { fullName, legalName } = isJsonObject(beneficiary) ? beneficiary : {}
  return String(fullName ?? legalName ?? "")
}

/** Returns the name as a bank would return it; absent for another person's account, or when no bank was queried. */
const nameKnown = (match: NameMatch, name: string): string | undefined => {
  if (match === "MATCHED") return name
  return match === "PARTIAL_MATCH" ? initialled(name) : undefined
}

/** "Ada King Lovelace" as "A. K. Lovelace". */
const initialled = (name: string): string => {
  const words = name.trim().split(/\s+/u)
  return words.map((word, index) => (index === words.length - 1 ? word : `${[...word][0]}.`)).join(" ")
}
