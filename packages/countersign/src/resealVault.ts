import {
  CurrentEnvironment,
  type Environment,
  environmentKey,
  type Resealed,
  resealEnvironment
} from "@countersign/core/internal"
import { nodeSecrets, nodeVault } from "@countersign/node-crypto"
import { Effect, Layer } from "effect"
import { examineOptions } from "./examineOptions.ts"
import { keyRing } from "./keyRing.ts"
import { observed } from "./observed.ts"
import { ConfigurationError, type CountersignOptions } from "./options.ts"

/**
 * Seals anew, under the first key of `keys.vault`, what an older key of the list has sealed for long: in the environments
 * of the tokens, and in those that are named besides. Nodes may serve meanwhile. It starts nothing else of the service.
 */
export const resealVault = async (
  options: CountersignOptions,
  besides: ReadonlyArray<Environment> = []
): Promise<ReadonlyArray<Resealed>> => {
  const findings = examineOptions(options)
  if (findings.length > 0) throw new ConfigurationError(findings)
  const { keys, store, tokens = [] } = options
  if (keys === undefined || store === undefined) {
    throw new Error("The options name no keys or no store, so there is nothing that outlives the process.")
  }
  const environments = new Map([...tokens, ...besides].map((place) => [environmentKey(place), place]))
  return Effect.forEach([...environments.values()], ({ mode, platformId }) =>
    Effect.provideService(resealEnvironment, CurrentEnvironment, { mode, platformId })
  ).pipe(
    Effect.provide(Layer.mergeAll(store, nodeSecrets, nodeVault(keyRing(keys).vault))),
    Effect.provide(observed({ ...options, logs: "none" })),
    Effect.runPromise
  )
}
