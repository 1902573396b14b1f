import { testDatabase } from "@countersign/harness/postgres"
import { tablesOf } from "@countersign/harness/tables"
import { postgres } from "@countersign/postgres"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { addClock, MOVED, moveClock, withoutClock } from "../../soak/src/day/countedStore.ts"
import type { Target } from "./replay.ts"

/** A target on its own PostgreSQL with a settable clock, emptied for each recording, and a pool to inspect it. */
export const onPostgres = () => {
  const server = testDatabase()
  const made = once(async () => {
    const admin = server.pool()
    await addClock(admin)
    return { admin, store: server.pool({ options: MOVED }) }
  })
  const target: Target = {
    name: "PostgreSQL",
    options: async () => {
      const { admin, store } = await made()
      await admin.query(`truncate ${tablesOf()}`)
      return {
        store: Layer.provide(
          Layer.effect(Store, Effect.map(Store, withoutClock)),
          postgres({ pool: store, timeout: 300_000 })
        )
      }
    },
    onTime: async (at) => moveClock((await made()).admin, at)
  }
  return { target, beside: async () => (await made()).admin }
}

const once = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | undefined
  return () => {
    made ??= make()
    return made
  }
}
