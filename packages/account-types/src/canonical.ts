import { valuesOf, variantOf } from "./check.ts"
import { type Sent, sentAs } from "./fields.ts"
import type { Kind, Values, Variant } from "./Kind.ts"

/** The fields of an account as they are stored: the type's own name, one spelling of each field. Ask `check` first. */
export const canonical = (kind: Kind, info: Sent): Values => {
  const variant = variantOf(kind, info)
  const values = composed(variant, valuesOf(variant, info))
  return { accountType: kind.aliasOf ?? kind.accountType, ...(kind.canonical?.(values) ?? values) }
}

/** A bank of a list is compared to the byte once it is in NFC, so that is its one spelling. */
const composed = ({ fields }: Variant, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isListed = fields.some((field) => field.name === name && field.type === "text" && field.fromDiscoveries)
      return [name, isListed ? value.normalize("NFC") : value]
    })
  )

/** What may be said of an account where others read it: whom it is kept by, and the last four characters of the rest. */
export const masked = (kind: Kind, info: Sent): Values =>
  Object.fromEntries(
    variantOf(kind, info).fields.flatMap(({ name, type }) => {
      const value = sentAs(info, name)
      if (typeof value !== "string") return []
      return [[name, type === "choice" || KEEPERS.has(name) ? value : maskedText(value)] as const]
    })
  )

/** The last four characters of a text that has at least as many to hide. */
export const maskedText = (text: string): string => {
  const characters = [...text]
  return characters.length < 8 ? "****" : `****${characters.slice(-4).join("")}`
}

/** Fields that name a bank, an operator or a network, and no account at it. */
const KEEPERS: ReadonlySet<string> = new Set(
  "bankName bankCode branchCode country ifsc provider routingNumber sortCode swiftCode vaspName".split(" ")
)

/** The value that names an account at its bank, operator or network: of an address with a domain, the part before it. */
export const identifierOf = (kind: Kind, info: Sent): string | undefined => {
  const value = sentAs(info, variantOf(kind, info).identifier)
  return typeof value === "string" ? value.split("@", 1)[0] : undefined
}

/** The three characters that choose an outcome in the sandbox. */
export const outcomeSuffix = (kind: Kind, info: Sent): string | undefined => identifierOf(kind, info)?.slice(-3)
