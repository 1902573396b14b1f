import { type CountersignOptions, createCountersign } from "countersign"
import { layer, Store, Vault } from "countersign/effect"
import { Effect, Layer, ManagedRuntime } from "effect"
import { startIssuer } from "../seed/issuer.ts"
import { authorizationOf, PLATFORM, type Platform, type Seed, SUBJECTS, type Subject } from "../seed/Seed.ts"
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
  const { seeds, ...running } = await startFor(spec, [PLATFORM])
  return { ...running, seed: seeds[0] }
}

/** The same for several platforms, each with subjects of its own; `more` is what else is to be in force. */
export const startFor = async (
  spec: ServerSpec,
  platforms: ReadonlyArray<Platform>,
  more: Partial<CountersignOptions> = {}
): Promise<Omit<Running, "seed"> & { readonly seeds: ReadonlyArray<Seed> }> => {
  const letters = await letterBox()
  const issuer = await startIssuer()
  const opened = await openStore(spec)
  const base = optionsOf(issuer, platforms)
  const options = { ...base, ...more, policy: { ...base.policy, ...more.policy } }
  const subjects: Array<ReadonlyArray<Subject>> = []
  for (const { platformId } of platforms) {
    const count = spec.subjects ?? SUBJECTS
    subjects.push(await settle(opened.store, base, { count, issuer: issuer.issuer, platformId }))
  }
  await opened.settled()
  const ports = ManagedRuntime.make(layer({ ...options, store: Layer.succeed(Store, opened.store) }))
  const vault = await ports.runPromise(Effect.service(Vault))
  const countersign = createCountersign({
    ...options,
    store: Layer.succeed(Store, lettersOf(opened.store, vault, letters.post))
  })
  const server = await listening(await hostOf(spec.mount, countersign))
  return {
    port: server.port,
    statements: opened.statements,
    seeds: platforms.map((platform, nth) => ({
      authorization: authorizationOf(platform),
      bundleSigner: countersign.bundleSigner,
      letters: letters.port,
      issuer: issuer.issuer,
      subjects: subjects[nth] ?? []
    })),
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
