import type { Json, Query } from "@countersign/core"

/** Whatever is read or written is of one collection and one environment. */
type Place = Pick<Query, "collection" | "environment">
type Kind = "unique" | "indexes"

/**
 * JSON text of an array: no two sequences of texts are spelled alike, and what no text column can hold is escaped.
 * Collection and environment stand in front, so environments share nothing (I9).
 */
export const addressOf = ({ collection, environment }: Place, ...path: ReadonlyArray<string>): string =>
  JSON.stringify([collection.name, environment, ...path])

/** Where to look a key or an index up. One that is not declared throws: to find nothing would let any guard hold. */
export const lookup = (place: Place, kind: Kind, name: string, values: ReadonlyArray<string>): string => {
  if (Object.hasOwn(place.collection[kind], name)) return addressOf(place, kind, name, ...values)
  throw new Error(`sqlite: ${place.collection.name} declares no ${JSON.stringify(name)} in ${kind}`)
}

/** The addresses of the keys or the indexes that a body has. It is exempt from those of which it lacks a field. */
export const addressesOf = (place: Place, kind: Kind, body: Json): ReadonlyArray<string> =>
  Object.entries(place.collection[kind]).flatMap(([name, fields]) => {
    const values = fields.map((field) => fieldOf(body, field)).filter((value) => value !== null)
    const texts = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    return texts.length < fields.length ? [] : [addressOf(place, kind, name, ...texts)]
  })

/** An own field of a body. One that is not there reads as null. */
export const fieldOf = (body: Json, field: string | undefined): Json =>
  Object.entries(body ?? {}).find(([name]) => name === field)?.[1] ?? null
