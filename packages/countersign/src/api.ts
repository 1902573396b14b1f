import type * as core from "@countersign/core/internal"
import { type GuardOptions, guardsApi } from "./guards.ts"
import { hostPrograms } from "./hostPrograms.ts"
import { asking, runIn, type Worlds } from "./run.ts"
import { surface } from "./surface.ts"

/** What a host does in one environment, as promises. Nothing of another environment exists there. */
export interface EnvironmentApi extends Omit<Surface, keyof Programs>, Omit<Programs, keyof Surface>, Guards, Both {}

type Surface = ReturnType<typeof surface>
type Programs = ReturnType<typeof hostPrograms>
type Guards = ReturnType<typeof guardsApi>

/** Resources of which the contract has a part, and the host alone another. */
type Both = { readonly [Name in keyof Surface & keyof Programs]: Surface[Name] & Programs[Name] }

/** The programs of the HTTP API as promises, for a host that acts on its own behalf. */
export interface CountersignApi {
  /** Acts in one environment. */
  readonly in: (environment: core.Environment) => EnvironmentApi
}

export const makeApi = (worlds: Worlds, guards: GuardOptions): CountersignApi => ({
  in: (environment) => {
    const run = runIn(worlds, environment)
    const endpoints = surface(asking(run))
    const programs = hostPrograms(run)
    return {
      ...guardsApi(run, guards),
      ...endpoints,
      ...programs,
      customers: { ...endpoints.customers, ...programs.customers },
      beneficialOwners: { ...endpoints.beneficialOwners, ...programs.beneficialOwners },
      externalAccounts: { ...endpoints.externalAccounts, ...programs.externalAccounts }
    }
  }
})
