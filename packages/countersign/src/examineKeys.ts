import { Effect } from "@countersign/core/effect"
import { requireKeys } from "@countersign/core/internal"
import { type ConfigurationFinding, finding } from "./ConfigurationFinding.ts"
import { examineOptions } from "./examineOptions.ts"
import { ConfigurationError, type CountersignOptions } from "./options.ts"
import { portsLayer } from "./portsLayer.ts"

/**
 * Compares the keys of the options with those in use on their database, and calls the key management service if there is
 * one. Returns the problem for which a node could not serve, or an empty list. Without `keys` or `store` there is nothing to
 * compare. Starts no server and no workers. Throws `ConfigurationError` when the options are invalid.
 */
export const examineKeys = async (options: CountersignOptions): Promise<ReadonlyArray<ConfigurationFinding>> => {
  const findings = examineOptions(options)
  if (findings.length > 0) throw new ConfigurationError(findings)
  const { keys, store, tokens = [] } = options
  if (keys === undefined || store === undefined) return []
  return requireKeys().pipe(
    Effect.as([]),
    Effect.catchTags({
      NotReady: ({ check }) =>
        Effect.succeed([{ option: "keys", message: `${check}. Set the keys of the other nodes` }]),
      KeysUnavailable: ({ check }) => Effect.succeed([finding("vault", `cannot be used: ${check}`)]),
      StoreUnavailable: () => Effect.succeed([finding("store", "does not answer, so no key was compared")])
    }),
    Effect.provide(portsLayer({ ...options, keys, tokens, logs: "none" }, true)),
    Effect.runPromise
  )
}
