import { kind } from "../Kind.ts"
import { USD_ACCOUNT } from "./USD_ACCOUNT.ts"

/** The older name of USD_ACCOUNT. It is accepted and echoed, and stored under the newer name. */
export const US_ACCOUNT = kind({
  ...USD_ACCOUNT,
  accountType: "US_ACCOUNT",
  aliasOf: "USD_ACCOUNT",
  source: { asOf: "2026-06", note: "Same as USD_ACCOUNT, which had this name until February 2026" }
})
