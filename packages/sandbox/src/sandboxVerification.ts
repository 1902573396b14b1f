import { accountTypes, isJsonObject, outcomeSuffix } from "@countersign/account-types"
import { type Finding, type Json, type NameMatch, Verification, type VerificationRequest } from "@countersign/core"
import { Effect, Layer } from "effect"

/** Confirms every account at once, but for those whose identifier ends in a number that stands for another outcome. */
export const sandboxVerification = Layer.succeed(
  Verification,
  Verification.of({ verify: (request) => Effect.sync(() => findingOf(request)) })
)

const findingOf = ({ account }: VerificationRequest): Finding => {
  const kind = typeof account.accountType === "string" ? accountTypes.get(account.accountType) : undefined
  // Nobody knows whose a wallet is, so no name is compared.
  if (kind === undefined || kind.selfCustody === true) return { standing: "CONFIRMED" }
  const suffix = outcomeSuffix(kind, account) ?? ""
  if (suffix === INVALID) return { standing: "REJECTED" }
  const nameMatch = MATCHES.get(suffix) ?? "MATCHED"
  const verifiedName = nameKnown(nameMatch, nameOf(account.beneficiary))
  return { standing: "CONFIRMED", nameMatch, ...(verifiedName === undefined ? {} : { verifiedName }) }
}

const INVALID = "105"

/** The interface's table of name verification. */
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

/** The name as a bank would tell it: not at all where it is another person's, or where the bank was not asked. */
const nameKnown = (match: NameMatch, name: string): string | undefined => {
  if (match === "MATCHED") return name
  return match === "PARTIAL_MATCH" ? initialled(name) : undefined
}

/** "Ada King Lovelace" as "A. K. Lovelace". */
const initialled = (name: string): string => {
  const words = name.trim().split(/\s+/u)
  return words.map((word, index) => (index === words.length - 1 ? word : `${[...word][0]}.`)).join(" ")
}
