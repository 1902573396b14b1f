import type { EmbeddedWalletConfig } from "../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../model/Environment.ts"
import { byId, type Found } from "../ports/records.ts"
import { CONFIG_KEY, platformConfigs } from "./PlatformConfig.ts"

export const configOf = (environment: EnvironmentKey) => byId(platformConfigs, environment, CONFIG_KEY)

/** What the platform says of its wallets, out of a load that has its config. */
export const walletConfigOf = (found: Found, environment: EnvironmentKey): EmbeddedWalletConfig =>
  found.one(configOf(environment))?.value.embeddedWalletConfig ?? {}
