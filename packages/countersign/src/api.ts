import { type GuardOptions, guardsApi } from "./guards.ts"
import { hostPrograms } from "./hostPrograms.ts"
import type { CountersignApi } from "./methods/EnvironmentApi.ts"
import { operatorsApi } from "./operatorsApi.ts"
import { recoveryApi } from "./recoveryApi.ts"
import { callingIn, runIn, type Worlds } from "./run.ts"
import { settingsApi } from "./settingsApi.ts"
import { surface } from "./surface.ts"

export const makeApi = (worlds: Worlds, guards: GuardOptions): CountersignApi => ({
  in: (environment) => {
    const run = runIn(worlds, environment)
    const call = callingIn(run)
    const endpoints = surface(call)
    const programs = hostPrograms(run)
    return {
      ...guardsApi(run, guards),
      ...operatorsApi(call),
      ...settingsApi(call),
      ...recoveryApi(call),
      ...endpoints,
      ...programs,
      tokens: { ...endpoints.tokens, ...programs.tokens },
      customers: { ...endpoints.customers, ...programs.customers },
      beneficialOwners: { ...endpoints.beneficialOwners, ...programs.beneficialOwners },
      externalAccounts: { ...endpoints.externalAccounts, ...programs.externalAccounts }
    }
  }
})
