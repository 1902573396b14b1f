import { makeSlots, type Slots } from "@countersign/http"
import { type GuardOptions, guardsApi } from "./guards.ts"
import { hostPrograms } from "./hostPrograms.ts"
import type { CountersignApi } from "./methods/EnvironmentApi.ts"
import { operatorsApi } from "./operatorsApi.ts"
import { recoveryApi } from "./recoveryApi.ts"
import { callingIn, runIn, type Worlds } from "./run.ts"
import { settingsApi } from "./settingsApi.ts"
import { surface } from "./surface.ts"

/** The host's own calls have slots of their own, so that neither they nor its callers take those of the other. */
export const makeApi = (worlds: Worlds, guards: GuardOptions, enter: Slots = makeSlots()): CountersignApi => ({
  in: (environment) => {
    const run = runIn(worlds, enter, environment)
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
