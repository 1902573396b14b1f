import { makeSerializedMemoryStore } from "@countersign/memory"
import { Effect } from "effect"
import { describe, it } from "vitest"
import { storeSuite } from "../src/index.ts"

for (const clock of ["test", "real"] as const) {
  storeSuite({
    name: `memory, ${clock} clock`,
    make: async () => ({ store: await Effect.runPromise(makeSerializedMemoryStore) }),
    clock,
    describe,
    it
  })
}
