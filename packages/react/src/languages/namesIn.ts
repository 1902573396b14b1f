import { visible } from "../isolated.ts"
import type { TermsApprovalText } from "../signedCall/TermsApproval.tsx"

/** The names in one language of what the terms of a payment or another signed call contain. */
export interface NameTexts {
  /** Fields of accounts and calls, by their name in the API. */
  readonly fields: Readonly<Record<string, string>>
  /** The term of a call that has one value without a name. */
  readonly value: string
  /** Types of account without a currency or a chain in their name. */
  readonly accounts: Readonly<Record<string, string>>
  readonly accountIn: (currency: string) => string
  readonly walletOf: (chain: string) => string
  /** The headings of the operations of the API: "Add a passkey?" */
  readonly operations: Readonly<Record<string, string>>
  /** The heading of any other operation. */
  readonly operation: (name: string) => string
}

/** Returns the name of a field. */
export const fieldNames = (fields: NameTexts["fields"]): ((name: string) => string | undefined) => {
  const known = new Map(Object.entries(fields))
  return (name) => known.get(name)
}

/** Returns the functions that name account types, fields and operations. Unknown ones have their name of the API. */
export const namesIn = ({
  accountIn,
  accounts,
  fields,
  operation,
  operations,
  value,
  walletOf
}: NameTexts): Pick<TermsApprovalText, "accountType" | "callTitle" | "field" | "identifier"> => {
  const nameOf = fieldNames(fields)
  const types = new Map(Object.entries(accounts))
  const titles = new Map(Object.entries(operations))
  return {
    identifier: (name) => nameOf(name) ?? name,
    field: (path) => path.map((name) => nameOf(name) ?? name).join(" › ") || value,
    accountType: (type) => {
      const [, name = "", kind] = /^([A-Z]+)_(ACCOUNT|WALLET)$/u.exec(type) ?? []
      const known = types.get(type)
      if (known !== undefined || kind === undefined) return known ?? type
      return kind === "ACCOUNT" ? accountIn(name) : walletOf(`${name.charAt(0)}${name.slice(1).toLowerCase()}`)
    },
    callTitle: ({ operation: name }) => titles.get(name) ?? operation(visible(name.replace("Host/", "")))
  }
}
