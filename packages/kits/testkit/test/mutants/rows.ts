import type { Change, EnvironmentKey, Json, Row } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { type Break, committing, defect, handing, type Service, storedOf } from "./Mutant.ts"

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
  defect("version never incremented", "a replace increments the version", frozenVersions),
  defect("uncounted claim", "a claim increments the version", uncounted),
  defect("updatedAt never changes", "a replace sets updatedAt", (inner) =>
    handing(inner, (row) => ({ ...row, updatedAt: row.createdAt }))
  ),
  defect("createdAt moves", "a replace preserves createdAt", (inner) =>
    handing(inner, (row) => ({ ...row, createdAt: row.updatedAt }))
  ),
  defect("shared rows", "changing a returned row changes nothing in the store", shared),
  defect("merged bodies", "a replace writes a whole new body", (inner) =>
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
  ),
  defect(
    "normalized texts",
    "a text reads back as it was written",
    storing(revived((value) => (typeof value === "string" ? value.normalize("NFC") : value)))
  ),
  defect(
    "short numbers",
    "a number reads back to its last digit",
    storing(revived((value) => (typeof value === "number" ? Number(value.toPrecision(9)) : value)))
  ),
  defect(
    "lost __proto__",
    "a key that objects inherit is plain data",
    storing((body) =>
      typeof body === "object" && body !== null && !Array.isArray(body) ? { ...Object.assign({}, body) } : body
    )
  )
]
