import { Schema } from "effect"
import { Refusal, withCode } from "../model/Refusal.ts"
import { type Ast, compiledDecoder, isObject, valueOf } from "../schema/compiledDecoder.ts"

export { valueOf }

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
  /** The prefix of the ids of the records, if they have the form `Prefix:<uuid>`. A store may keep the UUID alone. */
  readonly prefix?: string
  /** The prefixes of the fields of keys and indexes that contain such ids. */
  readonly prefixes?: { readonly [field: string]: string }
  /**
   * A first call may decide on a version of these records, or on their absence, that was current within the last second,
   * and does not guard it: a later call decides on the current one. Without it, a record that many calls read and few
   * platforms have would cost each of them a round trip.
   */
  readonly isAdvisory?: boolean
  /** A store may cache the absence of these records as it caches rows. Most environments have none. */
  readonly isOftenAbsent?: boolean
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
  /** Encodes what replaces `before`, with the members of its stored body that this version does not know, at any depth. */
  readonly encodeOver: (value: A, before: A) => Json
  readonly decode: (body: Json) => A
}

/** A field of any member of a union. A record without the field is not in its index. */
type Field<A> = A extends unknown ? keyof A & string : never

/**
 * Declares a collection. Adapters depend only on this value, so a new collection needs no new adapter code. A stored
 * body that its codec rejects throws {@link RecordUnreadable}, because no caller could correct it.
 */
export const make = <A extends object>(declaration: {
  readonly name: string
  readonly schema: Schema.Codec<A, unknown>
  /** The field with the id of a record, or a function that computes the id. */
  readonly id: (keyof A & string) | ((value: A) => string)
  readonly unique?: { readonly [key: string]: ReadonlyArray<Field<A>> }
  readonly indexes?: {
    readonly [key: string]: ReadonlyArray<Field<A>>
  }
  readonly expiry?: Field<A>
  readonly due?: Field<A>
  readonly isAdvisory?: boolean
  readonly isOftenAbsent?: boolean
}): Collection<A> => {
  const codec = Schema.toCodecJson(declaration.schema)
  const shared = { isStrict: false, isShared: true }
  const [encode, read] = [compiledDecoder(Schema.flip(codec), shared), compiledDecoder(codec, shared)]
  /** The stored bodies of values that lack some of their members. */
  const bodies = new WeakMap<object, Json>()
  const decode = (body: Json): A => {
    try {
      const value = read(body)
      if (value !== body) bodies.set(value, body)
      return value
    } catch (cause) {
      throw Object.assign(new RecordUnreadable({ check: declaration.name }), { cause })
    }
  }
  const { id, indexes = {}, name, schema, unique = {}, ...declared } = declaration
  const prefix = typeof id === "string" ? prefixIn(schema.ast, id) : undefined
  const keyed = fieldsOf({ unique, indexes })
  const prefixes = keyed.flatMap((field) => {
    const of = prefixIn(schema.ast, field)
    return of === undefined ? [] : [[field, of]]
  })
  const collection: Collection<A> = {
    name,
    unique,
    indexes,
    ...declared,
    ...(prefix === undefined ? {} : { prefix }),
    prefixes: Object.fromEntries(prefixes),
    schema,
    id: typeof id === "string" ? (value) => String(value[id]) : id,
    encode,
    encodeOver: (value, before) => {
      const body = bodies.get(before)
      if (body === undefined) return encode(value)
      const next = withUnknown(encode(value), encode(before), body)
      // A caller may replace the record again without a load.
      bodies.set(value, next)
      return next
    },
    decode: remembered(decode),
    open: (use) => use(collection)
  }
  return collection
}

/** The prefix of the ids in a field, if each member of the schema that has the field has the same. */
const prefixIn = (ast: Ast, field: string): string | undefined => {
  const members = ast._tag === "Union" ? ast.types : [ast]
  const found = members.flatMap((member) =>
    member._tag === "Objects"
      ? member.propertySignatures.flatMap(({ name, type }) => (name === field ? [prefixOf(type)] : []))
      : []
  )
  return found.every((prefix) => prefix === found[0]) ? found[0] : undefined
}

const prefixOf = (ast: Ast): string | undefined =>
  (ast.checks ?? [])
    .map(({ annotations }) => annotations?.idPrefix)
    .find((prefix): prefix is string => typeof prefix === "string")

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

/**
 * Adds the members of a stored body that its known form lacks: a newer version wrote them. In a list they stay with each
 * item whose known form is unchanged, or else is in the same place of a list of the same length.
 */
export const withUnknown = (next: Json, known: Json, body: Json): Json => {
  if (known === body) return next
  if (isList(next) && isList(known) && isList(body)) {
    const texts = known.map((item) => JSON.stringify(item))
    return next.map((item, nth) => {
      const same = texts.indexOf(JSON.stringify(item))
      const at = same >= 0 ? same : next.length === known.length ? nth : -1
      const [before, stored] = [known[at], body[at]]
      return before === undefined || stored === undefined ? item : withUnknown(item, before, stored)
    })
  }
  if (!isObject(next) || !isObject(known) || !isObject(body)) return next
  const members = Object.entries(next).map(([name, value]): readonly [string, Json] => {
    const [before, stored] = [valueOf(known, name), valueOf(body, name)]
    return [name, before === undefined || stored === undefined ? value : withUnknown(value, before, stored)]
  })
  const unknown = Object.entries(body).filter(([name]) => !Object.hasOwn(known, name) && !Object.hasOwn(next, name))
  return Object.fromEntries([...members, ...unknown])
}

const isList = (json: Json): json is ReadonlyArray<Json> => Array.isArray(json)

/** A record that this version cannot read: a newer one wrote it, with a value that this one does not know. */
export class RecordUnreadable extends Refusal("RecordUnreadable", { check: Schema.String })(
  withCode("unavailable", "SERVICE_UNAVAILABLE"),
  {
    reason: "Record of a newer version",
    message:
      "A stored record was written by a newer version of the service and is unknown to this one. Retry: a node of that version serves it.",
    cause:
      "Two versions of the service share the database during an upgrade, and the newer one has added a kind of record or value.",
    remedy:
      "Complete the upgrade of all nodes. If no upgrade is in progress, the log of the service has the reason: the record was altered."
  }
) {}

/** The fields of all unique keys and indexes of a collection, each once: the columns of its records beside the body. */
export const fieldsOf = ({ indexes, unique }: Pick<Declaration, "indexes" | "unique">): ReadonlyArray<string> => [
  ...new Set([...Object.values(unique), ...Object.values(indexes)].flat())
]

/**
 * The text of a field in keys and indexes: a string as it is, any other value as JSON. Undefined if the field is missing
 * or null, which exempts the record from the keys and indexes with the field.
 */
export const textOf = (body: Json, field: string): string | undefined => {
  const value = valueOf(body, field)
  if (value === undefined || value === null) return undefined
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** Freezes a body deeply, for callers that share it. */
export const freeze = (json: Json): Json => {
  if (typeof json !== "object" || json === null) return json
  for (const inner of Object.values(json)) freeze(inner)
  return Object.freeze(json)
}

/** The instant in a field, rounded up to whole milliseconds. Undefined if the field is not a number. */
export const instantOf = (body: Json, field: string): number | undefined => {
  const value = valueOf(body, field)
  if (typeof value !== "number") return undefined
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.ceil(value), Number.MAX_SAFE_INTEGER))
}
