import { Effect, Layer } from "@countersign/core/effect"
import {
  CurrentEnvironment,
  createdEnvironments,
  environmentKey,
  resealEnvironment,
  type Store
} from "@countersign/core/internal"
import { nodeSecrets, rewrapRoot } from "@countersign/node-crypto"
import { examineOptions } from "./examineOptions.ts"
import { hostVault } from "./hostVault.ts"
import { keyRing } from "./keyRing.ts"
import { observed } from "./observed.ts"
import { ConfigurationError, type CountersignOptions } from "./options.ts"
import { toLayer } from "./toLayer.ts"
import type { Environment } from "./types/values.ts"

/** The result of re-encrypting an environment's records. */
export interface Resealed {
  readonly environment: `${Environment["mode"]}/${string}`
  /** External accounts, customers, beneficial owners and the data keys of histories that were encrypted with an older vault key. */
  readonly resealed: number
  /** Events of accounts and customers still encrypted with an older key. They expire and are swept automatically. */
  readonly aging: number
  /** When the last of these events expires. */
  readonly until: number | undefined
}

/**
 * Re-encrypts, with the first key of `keys.vault`, the long-lived data that older keys of the list encrypted: in the
 * environments of the configured tokens, in those that they created with `POST /platforms`, and in those of `besides`. Returns the counts of each environment. Other nodes
 * may keep serving. It starts no server and no workers. Throws `ConfigurationError` when the options are invalid.
 */
export const resealVault = async (
  options: CountersignOptions,
  besides: ReadonlyArray<Environment> = []
): Promise<ReadonlyArray<Resealed>> => {
  const findings = examineOptions(options)
  if (findings.length > 0) throw new ConfigurationError(findings)
  const { keys, store, tokens = [], vault } = options
  if (keys === undefined || store === undefined) {
    throw new Error(
      "The options have no keys or no store, so there is no stored data to re-encrypt. Pass the options of your production service."
    )
  }
  return Effect.gen(function* () {
    if (vault !== undefined) yield* rewrapRoot(vault)
    const named = [...tokens, ...besides]
    const all = [...named, ...(yield* createdEnvironments(unique(named)))]
    return yield* Effect.forEach(unique(all), ({ mode, platformId }) =>
      Effect.provideService(resealEnvironment, CurrentEnvironment, { mode, platformId })
    )
  }).pipe(
    Effect.provide(
      Layer.provideMerge(hostVault(vault, keyRing(keys)), Layer.merge(toLayer<Store>(store), nodeSecrets))
    ),
    Effect.provide(observed({ ...options, logs: "none" })),
    Effect.runPromise
  )
}

const unique = (environments: ReadonlyArray<Environment>): ReadonlyArray<Environment> => [
  ...new Map(environments.map((place) => [environmentKey(place), place])).values()
]
