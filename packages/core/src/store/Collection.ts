import { Schema } from "effect"
import { compiledDecoder } from "../kernel/compiledDecoder.ts"

/** The content of stored records: JSON, readable without a codec. */
export type Json = Schema.Json
export type JsonObject = Schema.JsonObject

/** The part of a collection that adapters use: names of top-level fields of the body, no functions. */
export interface Declaration {
  readonly name: string
  /** Field combinations that are unique in an environment. A record that lacks one of the fields is exempt. */
  readonly unique: { readonly [key: string]: ReadonlyArray<string> }
  /**
   * Field combinations for lookups. A record that lacks one of the fields is not in that index. An index without fields
   * lists all records of an environment. Every index makes writes slower, so only collections that are listed as a
   * whole have that one.
   */
  readonly indexes: { readonly [key: string]: ReadonlyArray<string> }
  /** The field with the millisecond from which `sweep` may remove the record. */
  readonly expiry?: string
  /** The field with the millisecond from which `claimDue` may claim the record. */
  readonly due?: string
  /**
   * A first call may decide on a version of these records, or on their absence, that was current within the last second,
   * and does not guard it: a later call decides on the current one. Without it, a record that many calls read and few
   * platforms have would cost each of them a round trip.
   */
  readonly isAdvisory?: boolean
}

/** A collection whose value type is unknown to its user. */
export interface AnyCollection extends Declaration {
  /** Calls a generic function with the collection and its value type. */
  readonly open: <B>(use: <A extends object>(collection: Collection<A>) => B) => B
  readonly decode: (body: Json) => unknown
}

/** One kind of record: its declaration, and the codec between domain values and JSON. */
export interface Collection<A> extends AnyCollection {
  /** Describes the values. Only `decode` makes a value, from a stored body. */
  readonly schema: Schema.ConstraintCodec<A, unknown>
  readonly id: (value: A) => string
  readonly encode: (value: A) => Json
  readonly decode: (body: Json) => A
}

/** A field of any member of a union. A record without the field is not in its index. */
type Field<A> = A extends unknown ? keyof A & string : never

/**
 * Declares a collection. Adapters depend only on this value, so a new collection needs no new adapter code. A stored
 * body that its codec rejects is a defect, because no caller could correct it.
 */
export const make = <A extends object>(declaration: {
  readonly name: string
  readonly schema: Schema.Codec<A, unknown>
  readonly id: (value: A) => string
  readonly unique?: { readonly [key: string]: ReadonlyArray<Field<A>> }
  readonly indexes?: {
    readonly [key: string]: ReadonlyArray<Field<A>>
  }
  readonly expiry?: Field<A>
  readonly due?: Field<A>
  readonly isAdvisory?: boolean
}): Collection<A> => {
  const codec = Schema.toCodecJson(declaration.schema)
  const shared = { isStrict: false, isShared: true }
  const [encode, decode] = [compiledDecoder(Schema.flip(codec), shared), compiledDecoder(codec, shared)]
  const collection: Collection<A> = {
    name: declaration.name,
    unique: declaration.unique ?? {},
    indexes: declaration.indexes ?? {},
    ...(declaration.expiry === undefined ? {} : { expiry: declaration.expiry }),
    ...(declaration.due === undefined ? {} : { due: declaration.due }),
    ...(declaration.isAdvisory === undefined ? {} : { isAdvisory: declaration.isAdvisory }),
    schema: declaration.schema,
    id: declaration.id,
    encode,
    decode: remembered(decode),
    open: (use) => use(collection)
  }
  return collection
}

/** The due time of orders, and the index by which the sandbox clock moves the orders of an environment. */
export const queued = { indexes: { all: [] }, due: "dueAt" } as const

/**
 * Caches decoded bodies. A store may return the same body object until its record changes. Neither bodies nor decoded
 * values are ever mutated.
 */
const remembered = <A>(decode: (body: Json) => A): ((body: Json) => A) => {
  const known = new WeakMap<object, { readonly value: A }>()
  return (body) => {
    if (typeof body !== "object" || body === null) return decode(body)
    const before = known.get(body)
    if (before !== undefined) return before.value
    const value = decode(body)
    known.set(body, { value })
    return value
  }
}
