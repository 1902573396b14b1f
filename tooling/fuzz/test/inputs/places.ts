import type { Json } from "@countersign/wire"

/** Where something is in a value: the keys and positions that lead to it. */
export type Place = ReadonlyArray<string>

/** Every place in a value but its root, objects and lists among them. */
export const placesIn = (value: Json, place: Place = []): ReadonlyArray<Place> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, part]) => [[...place, key], ...placesIn(part, [...place, key])])

/** The value with another part at a place, or without any where that is `undefined`. */
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
