import type { Environment } from "../types.ts"
import type { Arranged, EnvironmentOfHost, HostPrograms } from "./byHand.ts"
import type { EnvironmentApi } from "./EnvironmentApi.ts"

/** The operations of the HTTP API as promises, for a host that acts on its own behalf. */
export interface CountersignApi {
  /**
   * Returns the API of one environment. Throws a `TypeError` for a malformed one. Every call rejects when no token of
   * that mode is configured.
   */
  readonly in: (environment: Environment) => EnvironmentApi
}

/** The operations of one endpoint each. */
export type Endpoints = {
  readonly [Name in Exclude<keyof EnvironmentApi, keyof EnvironmentOfHost>]: Name extends keyof ByHand
    ? Omit<EnvironmentApi[Name], keyof ByHand[Name]>
    : EnvironmentApi[Name]
}

type ByHand = Omit<HostPrograms & Arranged, "externalAccounts">
