import { createCountersign } from "countersign"
import { layer, Store, Vault } from "countersign/effect"
import { Effect, Layer, ManagedRuntime } from "effect"
import { startIssuer } from "../seed/issuer.ts"
import { authorization, type Seed, SUBJECTS } from "../seed/Seed.ts"
import { letterBox } from "../server/letterBox.ts"
import { listening } from "../server/listening.ts"
import type { Running, ServerSpec } from "../server/ServerSpec.ts"
import { hostOf } from "./hostOf.ts"
import { lettersOf } from "./lettersOf.ts"
import { openStore } from "./openStore.ts"
import { optionsOf } from "./optionsOf.ts"
import { settle } from "./settle.ts"

/** Countersign as a host in production runs it: a production token, its own pool, limits that no run reaches. */
export const start = async (spec: ServerSpec): Promise<Running> => {
  const letters = await letterBox()
  const issuer = await startIssuer()
  const opened = await openStore(spec)
  const options = optionsOf(issuer)
  const subjects = await settle(opened.store, options, {
    count: spec.subjects ?? SUBJECTS,
    issuer: issuer.issuer
  })
  await opened.settled()
  const ports = ManagedRuntime.make(layer({ ...options, store: Layer.succeed(Store, opened.store) }))
  const vault = await ports.runPromise(Effect.service(Vault))
  const countersign = createCountersign({
    ...options,
    store: Layer.succeed(Store, lettersOf(opened.store, vault, letters.post))
  })
  const server = await listening(await hostOf(spec.mount, countersign))
  const seed: Seed = {
    authorization,
    bundleSigner: countersign.bundleSigner,
    letters: letters.port,
    issuer: issuer.issuer,
    subjects
  }
  return {
    port: server.port,
    statements: opened.statements,
    seed,
    close: async () => {
      await server.close()
      await countersign.close()
      await ports.dispose()
      await opened.close()
      await issuer.close()
      letters.close()
    }
  }
}
