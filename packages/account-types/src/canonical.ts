import { valuesOf, variantOf } from "./check.ts"
import { type Sent, sentAs } from "./fields.ts"
import type { Kind, Values } from "./Kind.ts"

/** Returns the stored form of an account: its canonical type name and that of each field. Call `check` first. */
export const canonical = (kind: Kind, info: Sent): Values => {
  const values = valuesOf(variantOf(kind, info), info)
  return { accountType: kind.aliasOf ?? kind.accountType, ...(kind.canonical?.(values) ?? values) }
}

/** Returns the fields that may be shown to others: the bank or operator, and the last four characters of the rest. */
export const masked = (kind: Kind, info: Sent): Values =>
  Object.fromEntries(
    variantOf(kind, info).fields.flatMap(({ name, type }) => {
      const value = sentAs(info, name)
      if (typeof value !== "string") return []
      return [[name, type === "choice" || KEEPERS.has(name) ? value : maskedText(value)] as const]
    })
  )

/** Returns the last four characters of a text that hides at least as many. */
export const maskedText = (text: string): string => {
  const characters = [...text]
  return characters.length < 8 ? "****" : `****${characters.slice(-4).join("")}`
}

/** Fields that identify a bank, an operator or a network, and not an account. */
const KEEPERS: ReadonlySet<string> = new Set(
  "bankName bankCode branchCode country ifsc provider routingNumber sortCode swiftCode vaspName".split(" ")
)

/** Returns what identifies an account at its bank, operator or network; of an address, the part before its domain. */
export const identifierOf = (kind: Kind, info: Sent): string | undefined => {
  const value = sentAs(info, variantOf(kind, info).identifier)
  return typeof value === "string" ? value.split("@", 1)[0] : undefined
}

/** Returns the three characters that choose an outcome in the sandbox. */
export const outcomeSuffix = (kind: Kind, info: Sent): string | undefined => identifierOf(kind, info)?.slice(-3)
