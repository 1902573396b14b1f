import {
  canonical,
  checkAccount,
  flatBeneficiary,
  type Issue,
  isJsonObject,
  type Kind,
  kindNamed,
  storedSpelling,
  variantOf
} from "@countersign/account-types"
import { Result } from "effect"
import type { Mode } from "../../../model/Environment.ts"
import type { Discovery } from "../../../ports/Discoveries.ts"
import type { FieldError } from "../../../schema/expected.ts"
import type { Json, JsonObject } from "../../../store/Collection.ts"
import { ExternalAccountInvalid, ExternalAccountMistyped } from "./refusals.ts"

/** A destination as received: `currency` and `accountInfo` are not yet validated. */
export interface Destination {
  readonly currency?: Json
  readonly accountInfo?: Json
}

export interface Rules {
  readonly mode: Mode
  /** In the form YYYY-MM-DD. */
  readonly today: string
  readonly discoveries: ReadonlyArray<Discovery>
}

export interface Verified {
  readonly kind: Kind
  readonly currency: string
  readonly accountInfo: JsonObject
}

/**
 * Validates a destination against the rules of its type. Reports all faults at once, together with those of other
 * fields. Invalid check digits alone are a separate refusal.
 */
export const verifyFields = (
  { accountInfo: sent, currency }: Destination,
  rules: Rules,
  beside: ReadonlyArray<FieldError> = []
): Result.Result<Verified, ExternalAccountInvalid | ExternalAccountMistyped> => {
  const kind = isJsonObject(sent) ? kindNamed(sent.accountType) : undefined
  const accountInfo = kind !== undefined && isJsonObject(sent) ? storedSpelling(kind, sent) : sent
  const checked = checkAccount({ currency, accountInfo }, rules.mode, { today: rules.today })
  const issues = checked.some(({ path }) => path === BANK)
    ? checked
    : [...checked, ...unlisted(kind, accountInfo, rules)]
  const errors = [...beside, ...issues.map(fieldError)]
  if (beside.length === 0 && issues.length > 0 && issues.every(({ isMistyped }) => isMistyped === true)) {
    return Result.fail(new ExternalAccountMistyped({ errors }))
  }
  // The types follow from the absence of faults; these checks narrow them for the compiler.
  if (errors.length > 0 || kind === undefined || !isJsonObject(accountInfo) || typeof currency !== "string") {
    return Result.fail(new ExternalAccountInvalid({ errors }))
  }
  return Result.succeed({ kind, currency, accountInfo })
}

/** The kind of a stored account type. Dies for an unknown type. */
export const kindOf = (accountType: string): Kind => {
  const kind = kindNamed(accountType)
  if (kind === undefined) throw new Error("external-accounts: unknown type of a stored account")
  return kind
}

const BANK = "accountInfo.bankName"

/** A bank name must match the list exactly, byte by byte after NFC normalisation: a lookalike is another bank (X3). */
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
  const name = accountInfo.bankName
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

/** Returns the account in canonical form, independent of alias, field order and format of the request. */
export const normalised = ({ accountInfo, kind }: Pick<Verified, "accountInfo" | "kind">): JsonObject => {
  const { beneficiary } = accountInfo
  return {
    ...canonical(kind, accountInfo),
    ...(isJsonObject(beneficiary) ? { beneficiary: flatBeneficiary(beneficiary) } : {})
  }
}
