import { kind } from "../Kind.ts"
import { USD_ACCOUNT } from "./USD_ACCOUNT.ts"

/** The older name of USD_ACCOUNT. It is taken and echoed, and stored under the newer name. */
export const US_ACCOUNT = kind({
  ...USD_ACCOUNT,
  accountType: "US_ACCOUNT",
  aliasOf: "USD_ACCOUNT",
  source: { asOf: "2026-06", note: "As USD_ACCOUNT, whose name it was until February 2026" }
})
