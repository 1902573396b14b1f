import type { EmbeddedWalletConfig } from "../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../model/Environment.ts"
import { byId, type Stored } from "../ports/records.ts"
import { CONFIG_KEY, type PlatformConfig, platformConfigs } from "./PlatformConfig.ts"

export const configOf = (environment: EnvironmentKey) => byId(platformConfigs, environment, CONFIG_KEY)

/** What the platform says of its wallets. */
export const walletConfigOf = (config: Stored<PlatformConfig> | undefined): EmbeddedWalletConfig =>
  config?.value.embeddedWalletConfig ?? {}
