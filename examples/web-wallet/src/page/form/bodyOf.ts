import {
  beneficiaryAddressFields,
  beneficiaryFields,
  type Field,
  needsOf,
  storedSpelling
} from "@countersign/account-types"
import { ADDRESS, BENEFICIARY, type Draft, INFO } from "./Draft.ts"

/** The request body without the customer id, which the backend adds. */
export interface Body {
  readonly currency?: string
  readonly platformAccountId?: string
  readonly accountInfo: Readonly<Record<string, unknown>>
}

/** Builds the request body of a draft. Empty values are omitted. */
export const bodyOf = (draft: Draft): Body => {
  const { answers, kind, variant } = draft
  const beneficiary = beneficiaryOf(draft)
  return {
    ...given(answers, "", [{ name: "currency" }, { name: "platformAccountId" }]),
    accountInfo: storedSpelling(
      { ...kind, variants: [variant] },
      {
        accountType: kind.accountType,
        ...given(answers, INFO, variant.fields),
        ...(beneficiary === undefined ? {} : { beneficiary })
      }
    )
  }
}

const beneficiaryOf = ({ answers, beneficiaryType, kind }: Draft) => {
  if (beneficiaryType === undefined) return undefined
  const address = given(answers, ADDRESS, beneficiaryAddressFields(kind.destination, beneficiaryType))
  const isNeeded = needsOf(kind.destination, beneficiaryType).fields.includes("address")
  return {
    ...given(answers, BENEFICIARY, beneficiaryFields(kind.destination, beneficiaryType)),
    beneficiaryType,
    // A required address is sent even when it is empty, so the check reports each of its missing fields.
    ...(isNeeded || Object.keys(address).length > 0 ? { address } : {})
  }
}

const given = (answers: Draft["answers"], parent: string, fields: ReadonlyArray<Pick<Field, "name">>) =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const answer = answers[parent + name]
      return answer === undefined || answer === "" ? [] : [[name, answer] as const]
    })
  )
