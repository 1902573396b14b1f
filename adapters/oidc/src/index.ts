export { ConfigurationRefused } from "@countersign/core/internal"
export type { Algorithm, Issuer, KeySetOptions, OidcOptions } from "./OidcOptions.ts"
export { oidcTokens } from "./oidcTokens.ts"
