import {
  accountTypes,
  canonical,
  checkAccount,
  flatBeneficiary,
  type Issue,
  isJsonObject,
  type Kind,
  variantOf
} from "@countersign/account-types"
import { Result } from "effect"
import type { Mode } from "../../model/Environment.ts"
import type { FieldError } from "../../model/expected.ts"
import type { Discovery } from "../../ports/Discoveries.ts"
import type { Json, JsonObject } from "../../store/Collection.ts"
import { ExternalAccountInvalid, ExternalAccountMistyped } from "./refusals.ts"

/** A destination as somebody sends it: what `currency` and `accountInfo` are is not known yet. */
export interface Destination {
  readonly currency?: Json
  readonly accountInfo?: Json
}

/** What an account is judged by. */
export interface Rules {
  readonly mode: Mode
  /** YYYY-MM-DD */
  readonly today: string
  readonly discoveries: ReadonlyArray<Discovery>
}

/** A destination whose every field is right. */
export interface Judged {
  readonly kind: Kind
  readonly currency: string
  readonly accountInfo: JsonObject
}

/**
 * Judges a destination by the rules of its type. Everything wrong with it is told at once, together with what is wrong
 * beside it; that only its check digits are wrong is told apart.
 */
export const judge = (
  { accountInfo, currency }: Destination,
  rules: Rules,
  beside: ReadonlyArray<FieldError> = []
): Result.Result<Judged, ExternalAccountInvalid | ExternalAccountMistyped> => {
  const kind = isJsonObject(accountInfo) ? kindNamed(accountInfo.accountType) : undefined
  const judged = checkAccount({ currency, accountInfo }, rules.mode, { today: rules.today })
  const issues = judged.some(({ path }) => path === BANK) ? judged : [...judged, ...unlisted(kind, accountInfo, rules)]
  const errors = [...beside, ...issues.map(fieldError)]
  if (beside.length === 0 && issues.length > 0 && issues.every(({ isMistyped }) => isMistyped === true)) {
    return Result.fail(new ExternalAccountMistyped({ errors }))
  }
  // Without an issue these are what they must be; the compiler has to hear it.
  if (errors.length > 0 || kind === undefined || !isJsonObject(accountInfo) || typeof currency !== "string") {
    return Result.fail(new ExternalAccountInvalid({ errors }))
  }
  return Result.succeed({ kind, currency, accountInfo })
}

// Whatever else was sent names nothing; to make a text of it could fail.
const kindNamed = (name: Json | undefined): Kind | undefined =>
  typeof name === "string" ? accountTypes.get(name) : undefined

/** The type of a stored account. One that is gone from the kinds is a mistake of ours. */
export const kindOf = (accountType: string): Kind => {
  const kind = accountTypes.get(accountType)
  if (kind === undefined) throw new Error("external-accounts: an account is of a type that is no more")
  return kind
}

const BANK = "accountInfo.bankName"

/** Exactly the name of a bank on the list, to the byte once both are in NFC: what looks alike is another bank (X3). */
const unlisted = (
  kind: Kind | undefined,
  accountInfo: Json | undefined,
  { discoveries }: Rules
): ReadonlyArray<Issue> => {
  if (kind === undefined || !isJsonObject(accountInfo) || typeof accountInfo.bankName !== "string") return []
  const isListed = variantOf(kind, accountInfo).fields.some(
    (field) => field.name === "bankName" && field.type === "text" && field.fromDiscoveries === true
  )
  if (!isListed) return []
  const name = accountInfo.bankName.normalize("NFC")
  const isKnown = discoveries.some(
    ({ bankName, currency }) => kind.currencies.includes(currency) && bankName.normalize("NFC") === name
  )
  return isKnown
    ? []
    : [{ path: BANK, constraint: `a bankName of GET /discoveries?currency=${kind.currencies[0]}, to the letter` }]
}

const fieldError = ({ constraint, limits, path }: Issue): FieldError => ({
  field: path,
  message: `It must be ${constraint}`,
  ...(limits === undefined ? {} : { constraint: limits })
})

/** The account in its one spelling, whatever alias, order or shape it was sent in. */
export const normalised = ({ accountInfo, kind }: Pick<Judged, "accountInfo" | "kind">): JsonObject => {
  const { beneficiary } = accountInfo
  return {
    ...canonical(kind, accountInfo),
    ...(isJsonObject(beneficiary) ? { beneficiary: flatBeneficiary(beneficiary) } : {})
  }
}
