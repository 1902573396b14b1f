import { valuesOf, variantOf } from "./check.ts"
import type { Sent } from "./fields.ts"
import type { Kind, Values } from "./Kind.ts"

/** The fields of an account as they are stored: the type's own name, one spelling of each field. Ask `check` first. */
export const canonical = (kind: Kind, info: Sent): Values => {
  const values = valuesOf(variantOf(kind, info), info)
  return { accountType: kind.aliasOf ?? kind.accountType, ...(kind.canonical?.(values) ?? values) }
}
