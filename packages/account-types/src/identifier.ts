import { variantOf } from "./check.ts"
import { type Sent, sentAs } from "./fields.ts"
import type { Kind } from "./Kind.ts"

/** The value that names an account at its bank, operator or network: of an address with a domain, the part before it. */
export const identifierOf = (kind: Kind, info: Sent): string | undefined => {
  const value = sentAs(info, variantOf(kind, info).identifier)
  return typeof value === "string" ? value.split("@", 1)[0] : undefined
}

/** The three characters that choose an outcome in the sandbox. */
export const outcomeSuffix = (kind: Kind, info: Sent): string | undefined => identifierOf(kind, info)?.slice(-3)
