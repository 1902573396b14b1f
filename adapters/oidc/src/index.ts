export { ConfigurationRefused } from "./issuerTable.ts"
export type { Algorithm, Issuer, KeySetOptions, OidcOptions } from "./OidcOptions.ts"
export { oidcTokens } from "./oidcTokens.ts"
