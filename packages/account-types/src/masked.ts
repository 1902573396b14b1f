import { variantOf } from "./check.ts"
import { type Sent, sentAs } from "./fields.ts"
import type { Kind, Values } from "./Kind.ts"

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
