import { valuesOf, variantOf } from "./check.ts"
import type { Sent } from "./fields.ts"
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
