import { type Change, type Declaration, type Guard, type Json, Store, StoreUnavailable } from "@countersign/core"
import { Effect } from "effect"
import { type PostgresOptions, postgres } from "../src/index.ts"

/** A collection that uses every feature of a declaration. */
export const things: Declaration = {
  name: "things",
  unique: { name: ["name"] },
  indexes: { all: [], owner: ["owner"] },
  expiry: "expiresAt",
  due: "dueAt"
}

export const here = { collection: things, environment: "sandbox/acme" } as const

export const insert = (id: string, body: Json = {}, at = 0): Change => ({ ...here, op: "insert", id, body, at })
export const replace = (id: string, version: number, body: Json = {}): Change => ({
  ...here,
  op: "replace",
  id,
  version,
  body,
  at: 0
})
export const free = (name: string): Guard => ({ ...here, guard: "free", key: "name", values: [name] })
export const atVersion = (id: string, version: number): Guard => ({ ...here, guard: "version", id, version })

/** The store with promises, and with conflicts as texts: "written", or the reason. */
export const opened = async (options: PostgresOptions) => {
  const store = await Effect.runPromise(Effect.provide(Store, postgres(options)))
  return {
    store,
    rows: async (id: string) => (await Effect.runPromise(store.load([{ ...here, by: "id", id }])))[0] ?? [],
    outcome: (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard> = []): Promise<string> =>
      store.commit(changes, guards).pipe(
        Effect.as("written"),
        Effect.catchTag("Conflict", ({ because }) => Effect.succeed(because)),
        Effect.catchTag("StoreUnavailable", () => Effect.succeed("unavailable")),
        Effect.runPromise
      )
  }
}

/** The failure of a read of the store. */
export const failure = async (options: PostgresOptions): Promise<StoreUnavailable> => {
  const { store } = await opened(options)
  const error = await Effect.runPromise(Effect.flip(store.load([{ ...here, by: "id", id: "a" }])))
  if (!(error instanceof StoreUnavailable)) throw error
  return error
}
