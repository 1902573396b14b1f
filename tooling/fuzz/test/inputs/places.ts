import type { Json } from "@countersign/wire"

/** A position in a value: the keys and indexes that lead to it. */
export type Place = ReadonlyArray<string>

/** Every position in a value except its root, including objects and lists. */
export const placesIn = (value: Json, place: Place = []): ReadonlyArray<Place> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, part]) => [[...place, key], ...placesIn(part, [...place, key])])

/** The value with a replacement at a position. `undefined` removes the part. */
export const replacedAt = (value: Json, [key, ...rest]: Place, by: Json | undefined): Json => {
  if (key === undefined) return by ?? null
  if (typeof value !== "object" || value === null) return value
  const changed = Object.entries(value).flatMap(([name, part]) => {
    if (name !== key) return [[name, part] as const]
    if (rest.length === 0 && by === undefined) return []
    return [[name, replacedAt(part, rest, by)] as const]
  })
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed)
}
