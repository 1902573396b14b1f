import type * as core from "@countersign/core/internal"
import { emailsApi } from "./emailsApi.ts"
import { type GuardOptions, guardsApi } from "./guards.ts"
import { hostPrograms } from "./hostPrograms.ts"
import { operatorsApi } from "./operatorsApi.ts"
import { recoveryApi } from "./recoveryApi.ts"
import { callingIn, runIn, type Worlds } from "./run.ts"
import { settingsApi } from "./settingsApi.ts"
import { surface } from "./surface.ts"

/** The promise API of one environment. It cannot read or change records of another environment. */
export interface EnvironmentApi
  extends Omit<Surface, keyof Programs>,
    Omit<Programs, keyof Surface>,
    Operators,
    PlatformSettings,
    Recoveries,
    Guards,
    Omit<Both, keyof Emails> {
  readonly customers: Both["customers"] & Emails["customers"]
}

type Surface = ReturnType<typeof surface>
type Programs = ReturnType<typeof hostPrograms>
type Emails = ReturnType<typeof emailsApi>
type Operators = ReturnType<typeof operatorsApi>
type PlatformSettings = ReturnType<typeof settingsApi>
type Recoveries = ReturnType<typeof recoveryApi>
type Guards = ReturnType<typeof guardsApi>

/** Resources that have both HTTP endpoints and operations that only the host can run. */
type Both = { readonly [Name in keyof Surface & keyof Programs]: Surface[Name] & Programs[Name] }

/** The operations of the HTTP API as promises, for a host that acts on its own behalf. */
export interface CountersignApi {
  /** Returns the API of one environment. Every call rejects when no token of that mode is configured. */
  readonly in: (environment: core.Environment) => EnvironmentApi
}

export const makeApi = (worlds: Worlds, guards: GuardOptions): CountersignApi => ({
  in: (environment) => {
    const run = runIn(worlds, environment)
    const endpoints = surface(callingIn(run))
    const programs = hostPrograms(run)
    return {
      ...guardsApi(run, guards),
      ...operatorsApi(callingIn(run)),
      ...settingsApi(callingIn(run)),
      ...recoveryApi(callingIn(run)),
      ...endpoints,
      ...programs,
      customers: { ...endpoints.customers, ...emailsApi(callingIn(run)).customers, ...programs.customers },
      beneficialOwners: { ...endpoints.beneficialOwners, ...programs.beneficialOwners },
      externalAccounts: { ...endpoints.externalAccounts, ...programs.externalAccounts }
    }
  }
})
