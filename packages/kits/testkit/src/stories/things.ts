import type { Change, Declaration, EnvironmentKey, FieldOf, Guard, Json, Ref } from "@countersign/core"

/** A collection that uses every feature of a declaration. */
export const things: Declaration = {
  name: "things",
  unique: { name: ["name"], pair: ["left", "right"] },
  indexes: { all: [], owner: ["owner"], ownerKind: ["owner", "kind"] },
  expiry: "expiresAt",
  due: "dueAt"
}

/** Has an expiry and no due field. */
export const others: Declaration = {
  name: "others",
  unique: { name: ["name"] },
  indexes: { all: [], owner: ["owner"] },
  expiry: "expiresAt"
}

/** Has neither an expiry nor a due field. */
export const lasting: Declaration = { name: "lasting", unique: { name: ["name"] }, indexes: { all: [] } }

/** Those of random sequences. Fewer collections collide more often. */
export const collections: ReadonlyArray<Declaration> = [things, others]

export const here: EnvironmentKey = "sandbox/acme"
export const there: EnvironmentKey = "production/acme"
export const environments: ReadonlyArray<EnvironmentKey> = [here, there]

export interface Where {
  readonly in?: EnvironmentKey
  readonly of?: Declaration
  readonly at?: number
}

const place = (where: Where) => ({ collection: where.of ?? things, environment: where.in ?? here })

export const insert = (id: string, body: Json = {}, where: Where = {}): Change => ({
  ...place(where),
  op: "insert",
  id,
  body,
  at: where.at ?? 0
})

export const leased = (id: string, body: Json, leasedUntil: number): Change => ({
  ...place({}),
  op: "insert",
  id,
  body,
  at: 0,
  leasedUntil
})

export const replace = (id: string, version: number, body: Json = {}, where: Where = {}): Change => ({
  ...place(where),
  op: "replace",
  id,
  version,
  body,
  at: where.at ?? 0
})

export const remove = (id: string, version: number, where: Where = {}): Change => ({
  ...place(where),
  op: "remove",
  id,
  version
})

export const atVersion = (id: string, version: number, where: Where = {}): Guard => ({
  ...place(where),
  guard: "version",
  id,
  version
})

export const byId = (id: string, where: Where = {}): Ref => ({ ...place(where), by: "id", id })

export const byKey = (key: string, values: ReadonlyArray<string>, where: Where = {}): Ref => ({
  ...place(where),
  by: "unique",
  key,
  values
})

export const byIndex = (
  index: string,
  values: ReadonlyArray<string | FieldOf>,
  limit = 100,
  where: Where = {}
): Ref => ({ ...place(where), by: "index", index, values, limit })
