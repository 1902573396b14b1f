import { Effect } from "effect"
import { download, KeySetFault } from "./download.ts"
import type { KnownIssuer } from "./issuerTable.ts"
import type { Limits } from "./limits.ts"
import { type Keys, readKeys } from "./readKeys.ts"

/** The usable keys that an issuer publishes now. */
export const fetchKeys = (issuer: KnownIssuer, limits: Limits): Effect.Effect<Keys, KeySetFault> =>
  Effect.flatMap(download(issuer.jwksUri, limits), (bytes) =>
    Effect.tryPromise({
      try: () => readKeys(bytes, issuer.algorithms, limits.maxKeys),
      catch: () => new KeySetFault({ reason: "what came is no key set" })
    })
  )
