import type { Change, Declaration, EnvironmentKey, Guard, Json, Ref, Row } from "@countersign/core"
import { Store } from "@countersign/core"
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { memoryStore } from "../src/index.ts"

/** A collection with one of everything a declaration can have. */
export const things: Declaration = {
  name: "things",
  unique: { name: ["name"], pair: ["left", "right"] },
  indexes: { owner: ["owner"], ownerKind: ["owner", "kind"] },
  expiry: "expiresAt",
  due: "dueAt"
}

export const others: Declaration = { name: "others", unique: { name: ["name"] }, indexes: { owner: ["owner"] } }

export const here: EnvironmentKey = "sandbox/acme"
export const there: EnvironmentKey = "production/acme"

interface Where {
  readonly in?: EnvironmentKey
  readonly of?: Declaration
  readonly at?: number
}

export const insert = (id: string, body: Json = {}, where: Where = {}): Change => ({
  op: "insert",
  collection: where.of ?? things,
  environment: where.in ?? here,
  id,
  body,
  at: where.at ?? 0
})

export const replace = (id: string, version: number, body: Json = {}, where: Where = {}): Change => ({
  ...insert(id, body, where),
  op: "replace",
  version,
  body,
  at: where.at ?? 0
})

export const remove = (id: string, version: number, where: Where = {}): Change => ({
  op: "remove",
  collection: where.of ?? things,
  environment: where.in ?? here,
  id,
  version
})

export const atVersion = (id: string, version: number, where: Where = {}): Guard => ({
  guard: "version",
  collection: where.of ?? things,
  environment: where.in ?? here,
  id,
  version
})

export const free = (key: string, values: ReadonlyArray<string>, where: Where = {}): Guard => ({
  guard: "free",
  collection: where.of ?? things,
  environment: where.in ?? here,
  key,
  values
})

export const byId = (id: string, where: Where = {}): Ref => ({
  by: "id",
  collection: where.of ?? things,
  environment: where.in ?? here,
  id
})

export const byKey = (key: string, values: ReadonlyArray<string>, where: Where = {}): Ref => ({
  by: "unique",
  collection: where.of ?? things,
  environment: where.in ?? here,
  key,
  values
})

export const byIndex = (index: string, values: ReadonlyArray<string>, limit = 100, where: Where = {}): Ref => ({
  by: "index",
  collection: where.of ?? things,
  environment: where.in ?? here,
  index,
  values,
  limit
})

export const commit = (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard> = []) =>
  Effect.flatMap(Store, (store) => store.commit(changes, guards))

/** Why a commit conflicted, or "written". */
export const outcome = (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard> = []) =>
  commit(changes, guards).pipe(
    Effect.as("written"),
    Effect.catchTag("Conflict", ({ because, collection }) => Effect.succeed(`${because} ${collection}`.trim()))
  )

export const rowsOf = (ref: Ref) =>
  Effect.map(
    Effect.flatMap(Store, (store) => store.load([ref])),
    ([rows]): ReadonlyArray<Row> => rows ?? []
  )

export const rowOf = (ref: Ref) => Effect.map(rowsOf(ref), ([row]) => row)

export const idsOf = (ref: Ref) => Effect.map(rowsOf(ref), (rows) => rows.map(({ id }) => id))

/** One story in a store of its own, at 1970 and with a clock that only the story moves. */
export const story = <E>(title: string, tell: Effect.Effect<void, E, Store>): void =>
  it.effect(title, () => Effect.provide(tell, memoryStore))
