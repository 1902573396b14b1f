import { Collection, type Json, type Query } from "@countersign/core"

/** The place of a record: every read and write has one collection and one environment. */
type Place = Pick<Query, "collection" | "environment">
type Kind = "unique" | "indexes"

/**
 * JSON text of an array: different sequences of texts have different encodings, and characters that a text column
 * cannot store are escaped. Collection and environment come first, so environments share nothing (I9).
 */
export const addressOf = ({ collection, environment }: Place, ...path: ReadonlyArray<string>): string =>
  JSON.stringify([collection.name, environment, ...path])

/** The address of a key or an index. Throws if it is undeclared: an empty result would let any guard pass. */
export const lookup = (place: Place, kind: Kind, name: string, values: ReadonlyArray<string>): string => {
  if (Object.hasOwn(place.collection[kind], name)) return addressOf(place, kind, name, ...values)
  throw new Error(`sqlite: the collection ${place.collection.name} has no ${JSON.stringify(name)} in ${kind}`)
}

/** The addresses of a body's keys or indexes. A body that lacks a field is exempt from its keys. */
export const addressesOf = (place: Place, kind: Kind, body: Json): ReadonlyArray<string> =>
  Object.entries(place.collection[kind]).flatMap(([name, fields]) => {
    const texts = fields.flatMap((field) => Collection.textOf(body, field) ?? [])
    return texts.length < fields.length ? [] : [addressOf(place, kind, name, ...texts)]
  })
