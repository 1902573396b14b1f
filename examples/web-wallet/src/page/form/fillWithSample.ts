import { flatBeneficiary, type Random, type Sent, sampleBeneficiary, sampleFields } from "@countersign/account-types"
import { isObject } from "../isObject.ts"
import { type Banks, bankFieldsOf } from "./Banks.ts"
import { ADDRESS, BENEFICIARY, type Draft, INFO } from "./Draft.ts"

/** The same draft with a made-up answer to each question that must be answered, and to some others. */
export const fillWithSample = (draft: Draft, random: Random, banks: Banks): Draft => {
  const { answers, beneficiaryType, kind, variant } = draft
  const { address, ...beneficiary } =
    beneficiaryType === undefined ? {} : flatBeneficiary(sampleBeneficiary(kind.destination, beneficiaryType, random))
  return {
    ...draft,
    answers: {
      currency: answers.currency || kind.currencies[0],
      ...textsUnder(INFO, { ...sampleFields(kind, variant, random), ...listedBank(draft, random, banks) }),
      // Its type is chosen already, and is no answer.
      ...textsUnder(BENEFICIARY, { ...beneficiary, beneficiaryType: undefined }),
      ...textsUnder(ADDRESS, isObject(address) ? address : {})
    }
  }
}

// A sample knows no list of banks, and a name that is not on the list would be refused.
const listedBank = ({ variant }: Draft, random: Random, banks: Banks): Sent => {
  if (banks.type === "unknown") return {}
  const bank = banks.type === "read" ? banks.banks[Math.floor(random() * banks.banks.length)] : undefined
  return Object.fromEntries(bankFieldsOf(variant).map((name) => [name, bank?.value]))
}

const textsUnder = (parent: string, values: Sent): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[parent + name, value]] : []))
  )
