import type { Kind } from "./Kind.ts"
import * as kinds from "./kinds/index.ts"

/** The name of a kind, aliases included. */
export type AccountType = keyof typeof kinds

/** Every kind, by `accountType` in alphabetical order. A new kind is a file in `kinds` and a line in its index. */
export const accountTypes: ReadonlyMap<string, Kind> = new Map(
  Object.values(kinds).map((kind) => [kind.accountType, kind])
)

/** True for a text that names a kind. */
export const isAccountType = (text: unknown): text is AccountType => typeof text === "string" && accountTypes.has(text)
