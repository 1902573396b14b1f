import { Schema } from "effect"

/**
 * A body that the type of account judges whole, so that everything wrong with it is told at once. The document shows
 * what the account types ask for: see `openApi/externalAccounts.ts`.
 */
const input = (identifier: string) => Schema.Record(Schema.String, Schema.Json).annotate({ identifier })

export const ExternalAccountInput = input("NewExternalAccount")
export const PlatformAccountInput = input("NewPlatformAccount")
export const ExternalAccountPatchInput = input("ExternalAccountPatch")
