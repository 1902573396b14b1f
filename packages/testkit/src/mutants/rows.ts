import type { Change, EnvironmentKey, Json, Row } from "@countersign/core"
import { Effect } from "effect"
import { type Break, committing, handing, type Service, storedOf } from "./Mutant.ts"

const storing = (spoiled: (body: Json) => Json) => (inner: Service) =>
  committing(inner, (changes, guards) =>
    Effect.succeed([
      changes.map((change) => (change.op === "remove" ? change : { ...change, body: spoiled(change.body) })),
      guards
    ])
  )

const revived =
  (each: (value: unknown) => unknown) =>
  (body: Json): Json =>
    JSON.parse(JSON.stringify(body), (_, value) => each(value))

/** Every stored version appears as the first, and is accepted as such. */
const frozenVersions = (inner: Service): Service => {
  const shown = handing(inner, (row) => ({ ...row, version: 1 }))
  return committing(shown, (changes, guards) =>
    Effect.map(
      Effect.forEach(changes, (change) =>
        Effect.map(
          storedOf(inner, change),
          (stored): Change =>
            change.op === "insert" || change.version !== 1 ? change : { ...change, version: stored?.version ?? 1 }
        )
      ),
      (written) => [written, guards]
    )
  )
}

/** Hides the version increments of claims, on reads and on writes. */
const uncounted = (inner: Service): Service => {
  const claims = new Map<string, number>()
  const at = ({ environment, id }: { environment: EnvironmentKey; id: string }) =>
    claims.get(`${environment} ${id}`) ?? 0
  const shown = handing(inner, (row) => ({ ...row, version: row.version - at(row) }))
  const counted: Service = {
    ...shown,
    claimDue: (...args) =>
      Effect.map(inner.claimDue(...args), (rows) => {
        for (const row of rows) claims.set(`${row.environment} ${row.id}`, at(row) + 1)
        return rows.map((row) => ({ ...row, version: row.version - at(row) }))
      })
  }
  return committing(counted, (changes, guards) =>
    Effect.succeed([
      changes.map((change) => (change.op === "insert" ? change : { ...change, version: change.version + at(change) })),
      guards
    ])
  )
}

/** One mutable copy of each row version, shared by all readers. */
const shared = (inner: Service): Service => {
  const copies = new Map<string, Row>()
  return handing(inner, (row) => {
    const name = JSON.stringify(row)
    const copy = copies.get(name) ?? structuredClone(row)
    copies.set(name, copy)
    return copy
  })
}

export const rows: ReadonlyArray<Break> = [
  { name: "version never incremented", breaks: "a replace increments the version", over: frozenVersions },
  { name: "uncounted claim", breaks: "a claim increments the version", over: uncounted },
  {
    name: "updatedAt never changes",
    breaks: "a replace sets updatedAt",
    over: (inner) => handing(inner, (row) => ({ ...row, updatedAt: row.createdAt }))
  },
  {
    name: "createdAt moves",
    breaks: "a replace preserves createdAt",
    over: (inner) => handing(inner, (row) => ({ ...row, createdAt: row.updatedAt }))
  },
  { name: "shared rows", breaks: "changing a returned row changes nothing in the store", over: shared },
  {
    name: "merged bodies",
    breaks: "a replace writes a whole new body",
    over: (inner) =>
      committing(inner, (changes, guards) =>
        Effect.map(
          Effect.forEach(changes, (change) =>
            Effect.map(storedOf(inner, change), (stored): Change => {
              if (change.op !== "replace" || stored === undefined) return change
              const fields = [...Object.entries(stored.body ?? {}), ...Object.entries(change.body ?? {})]
              return { ...change, body: Object.fromEntries(fields) }
            })
          ),
          (written) => [written, guards]
        )
      )
  },
  {
    name: "normalized texts",
    breaks: "a text reads back as it was written",
    over: storing(revived((value) => (typeof value === "string" ? value.normalize("NFC") : value)))
  },
  {
    name: "short numbers",
    breaks: "a number reads back to its last digit",
    over: storing(revived((value) => (typeof value === "number" ? Number(value.toPrecision(9)) : value)))
  },
  {
    name: "lost __proto__",
    breaks: "a key that objects inherit is plain data",
    over: storing((body) =>
      typeof body === "object" && body !== null && !Array.isArray(body) ? { ...Object.assign({}, body) } : body
    )
  }
]
