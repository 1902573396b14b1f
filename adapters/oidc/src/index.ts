export type { KeySetOptions } from "./download.ts"
export { type Algorithm, ConfigurationRefused, type Issuer } from "./issuerTable.ts"
export { type OidcOptions, oidcTokens } from "./oidcTokens.ts"
