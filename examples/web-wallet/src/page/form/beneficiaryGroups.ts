import { type BeneficiaryType, beneficiaryAddressFields, beneficiaryFields, needsOf } from "@countersign/account-types"
import type { Control, Group, Option } from "./Control.ts"
import { type Around, controlOf } from "./controlOf.ts"
import { ADDRESS, BENEFICIARY, BENEFICIARY_TYPE, type Draft } from "./Draft.ts"

/** Who is paid, what is told of them, and where they live: as much as the destination asks for. */
export const beneficiaryGroups = (draft: Draft, around: (parent: string) => Around): ReadonlyArray<Group> => {
  const who: Group = { id: "who", legend: "Beneficiary", controls: [whoOf(draft)] }
  const type = draft.beneficiaryType
  if (type !== undefined) return [who, aboutGroup(draft, type, around), addressGroup(draft, type, around)]
  return [who, { id: "beneficiary", legend: "", controls: [] }, { id: "address", legend: "", controls: [] }]
}

const whoOf = ({ kind, variant }: Draft): Control => {
  const types = TYPES.filter(({ value }) => variant.beneficiaryType === undefined || variant.beneficiaryType === value)
  return {
    path: BENEFICIARY_TYPE,
    label: "Who is paid",
    required: kind.selfCustody !== true,
    hint: "",
    input: { type: "radios", options: kind.selfCustody === true ? [NOBODY, ...types] : types }
  }
}

const NOBODY: Option = { value: "", label: "Not said: the wallet is its owner's" }
const TYPES: ReadonlyArray<Option & { readonly value: BeneficiaryType }> = [
  { value: "INDIVIDUAL", label: "A person" },
  { value: "BUSINESS", label: "A business" }
]

const aboutGroup = ({ kind }: Draft, type: BeneficiaryType, around: (parent: string) => Around): Group => ({
  id: "beneficiary",
  legend: type === "BUSINESS" ? "The business" : "The person",
  controls: beneficiaryFields(kind.destination, type)
    .filter(({ name }) => name !== "beneficiaryType")
    .map((field) => controlOf(field, around(BENEFICIARY)))
})

const addressGroup = ({ answers, kind }: Draft, type: BeneficiaryType, around: (parent: string) => Around): Group => {
  const address = beneficiaryAddressFields(kind.destination, type)
  const isNeeded = needsOf(kind.destination, type).fields.includes("address")
  const isBegun = address.some(({ name }) => (answers[ADDRESS + name] ?? "") !== "")
  // An address may be left out as a whole; a part of one asks for the rest.
  const asked = address.map((field) => ({ ...field, required: field.required && (isNeeded || isBegun) }))
  return {
    id: "address",
    legend: isNeeded ? "Address" : "Address, which may be left out",
    controls: asked.map((field) => controlOf(field, around(ADDRESS)))
  }
}
