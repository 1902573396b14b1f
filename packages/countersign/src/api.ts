import { makeSlots, type Slots } from "@countersign/http"
import { arranged } from "./arranged.ts"
import { type GuardOptions, guardsApi } from "./guards.ts"
import { hostPrograms } from "./hostPrograms.ts"
import type { CountersignApi } from "./methods/CountersignApi.ts"
import { callingIn, runIn, type Worlds } from "./run.ts"
import { surface } from "./surface.ts"

/** The host's own calls have slots of their own, so that neither they nor its callers take those of the other. */
export const makeApi = (worlds: Worlds, guards: GuardOptions, enter: Slots = makeSlots()): CountersignApi => ({
  in: (environment) => {
    const run = runIn(worlds, enter, environment)
    const call = callingIn(run)
    const endpoints = surface(call)
    const programs = hostPrograms(run)
    const byHand = arranged(call)
    return {
      ...guardsApi(run, guards),
      ...endpoints,
      ...byHand,
      ...programs,
      tokens: { ...endpoints.tokens, ...programs.tokens },
      customers: { ...endpoints.customers, ...programs.customers },
      beneficialOwners: { ...endpoints.beneficialOwners, ...programs.beneficialOwners },
      externalAccounts: { ...byHand.externalAccounts, ...programs.externalAccounts },
      sandbox: { ...endpoints.sandbox, ...byHand.sandbox }
    }
  }
})
