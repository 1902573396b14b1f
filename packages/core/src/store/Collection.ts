import { Schema } from "effect"
import { plainly } from "../kernel/plain.ts"

/** What a store keeps: JSON, and nothing a codec would be needed to read. */
export type Json = Schema.Json
export type JsonObject = Schema.JsonObject

/** The part of a collection that adapters see: names of top-level fields of the body, never a function. */
export interface Declaration {
  readonly name: string
  /** Fields that together may occur once in an environment. A record that lacks one of them is exempt. */
  readonly unique: { readonly [key: string]: ReadonlyArray<string> }
  /**
   * Fields to look records up by. A record that lacks one of them is not found by that index. An index of no fields lists
   * all records of an environment; each costs every write, so only what is listed as a whole has one.
   */
  readonly indexes: { readonly [key: string]: ReadonlyArray<string> }
  /** The field that holds the millisecond from which on `sweep` may remove the record. */
  readonly expiry?: string
  /** The field that holds the millisecond from which on `claimDue` hands the record to a worker. */
  readonly due?: string
}

/** A collection whose values are of a type that who holds it does not know. */
export interface AnyCollection extends Declaration {
  /** Hands it, with the type of its values, to what works for every type. */
  readonly open: <B>(use: <A extends object>(collection: Collection<A>) => B) => B
  readonly decode: (body: Json) => unknown
}

/** One kind of record: its declaration, and the codec between values of the domain and JSON. */
export interface Collection<A> extends AnyCollection {
  /** Describes the values. It makes none: only `decode` reads a value from its stored body. */
  readonly schema: Schema.ConstraintCodec<A, unknown>
  readonly id: (value: A) => string
  readonly encode: (value: A) => Json
  readonly decode: (body: Json) => A
}

/** A field of some case of a union, not only of all of them: a case that lacks it is not found by it. */
type Field<A> = A extends unknown ? keyof A & string : never

/**
 * Declares a collection. Adapters are driven by this value alone: a new collection needs no new adapter code.
 * A stored body that its codec refuses is a defect, not a refusal: no caller could do anything about it.
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
}): Collection<A> => {
  const codec = Schema.toCodecJson(declaration.schema)
  const [encode, decode] = [plainly(Schema.flip(codec)), plainly(codec)]
  const collection: Collection<A> = {
    name: declaration.name,
    unique: declaration.unique ?? {},
    indexes: declaration.indexes ?? {},
    ...(declaration.expiry === undefined ? {} : { expiry: declaration.expiry }),
    ...(declaration.due === undefined ? {} : { due: declaration.due }),
    schema: declaration.schema,
    id: declaration.id,
    encode,
    decode: remembered(decode),
    open: (use) => use(collection)
  }
  return collection
}

/**
 * A store may hand out one body for as long as its record does not change, and then it is read once. Neither a body nor
 * what was read of it is ever written to.
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
