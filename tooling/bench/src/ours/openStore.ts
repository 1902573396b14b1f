import { migrate, postgres } from "@countersign/postgres"
import { memoryStore, Store } from "countersign/effect"
import { Effect, type Layer, ManagedRuntime } from "effect"
import type { ServerSpec } from "../server/ServerSpec.ts"
import { countedPool } from "./countedPool.ts"

/** The store of a server, and what it has been sent. */
export const openStore = async ({ database, store }: ServerSpec) => {
  if (store === "memory") return { ...(await built(memoryStore)), statements: () => 0, settled: async () => {} }
  const { analyze, end, fill, pool, statements } = countedPool(database)
  await fill()
  await migrate(pool)
  const { close, store: opened } = await built(postgres({ pool }))
  return {
    store: opened,
    statements,
    /** What autovacuum does a minute after so many rows came: until then the planner guesses. */
    settled: async () => void (await analyze()),
    close: async () => {
      await close()
      await end()
    }
  }
}

const built = async (layer: Layer.Layer<Store>) => {
  const runtime = ManagedRuntime.make(layer)
  return { store: await runtime.runPromise(Effect.service(Store)), close: () => runtime.dispose() }
}
