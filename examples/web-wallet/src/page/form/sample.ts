import { flatBeneficiary, type Random, type Sent, sampleBeneficiary, sampleFields } from "@countersign/account-types"
import { isObject } from "../json.ts"
import { ADDRESS, BENEFICIARY, type Draft, INFO } from "./Draft.ts"
import { type Banks, bankFieldsOf } from "./kindList.ts"

/** Returns the draft with sample values in every required field and in some optional ones. */
export const fillWithSample = (draft: Draft, random: Random, banks: Banks): Draft => {
  const { answers, beneficiaryType, kind, variant } = draft
  const { address, ...beneficiary } =
    beneficiaryType === undefined ? {} : flatBeneficiary(sampleBeneficiary(kind.destination, beneficiaryType, random))
  return {
    ...draft,
    answers: {
      currency: answers.currency || kind.currencies[0],
      ...textsUnder(INFO, { ...sampleFields(kind, variant, random), ...listedBank(draft, random, banks) }),
      // The type has a value already and is not a text field.
      ...textsUnder(BENEFICIARY, { ...beneficiary, beneficiaryType: undefined }),
      ...textsUnder(ADDRESS, isObject(address) ? address : {})
    }
  }
}

// Sample data does not know the list of banks, and the API refuses a bank name that is not on the list.
const listedBank = ({ variant }: Draft, random: Random, banks: Banks): Sent => {
  if (banks.type === "unknown") return {}
  const bank = banks.type === "read" ? banks.banks[Math.floor(random() * banks.banks.length)] : undefined
  return Object.fromEntries(bankFieldsOf(variant).map((name) => [name, bank?.value]))
}

const textsUnder = (parent: string, values: Sent): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[parent + name, value]] : []))
  )
