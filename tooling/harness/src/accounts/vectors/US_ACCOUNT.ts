// Another spelling of the same account.
export { vectors } from "./USD_ACCOUNT.ts"
