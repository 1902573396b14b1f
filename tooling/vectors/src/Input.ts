import type { Fields } from "@countersign/vectors"
import { decodeHex, type Json, type PublicKey, parsePublicKey } from "@countersign/wire"

/**
 * Reads the input of a case by the names and types that its operation expects. Throws a `TypeError` on anything else.
 */
export interface Input {
  readonly fields: Fields
  readonly has: (name: string) => boolean
  readonly json: (name: string) => Json
  readonly text: (name: string) => string
  readonly number: (name: string) => number
  readonly flag: (name: string) => boolean
  readonly bytes: (name: string) => Uint8Array
  readonly key: (name: string) => PublicKey
  readonly record: (name: string) => Input
  readonly list: (name: string) => ReadonlyArray<Json>
  /** Returns the named limits that are present. */
  readonly limits: (...names: ReadonlyArray<string>) => Readonly<Record<string, number>>
}

/** Returns the {@link Input} of a case's fields. */
export const inputOf = (fields: Fields): Input => {
  const has = (name: string) => Object.hasOwn(fields, name)
  const json = (name: string): Json => {
    const value = fields[name]
    if (value === undefined) throw new TypeError(`The input has no ${name}`)
    return value
  }
  const text = (name: string) => textOf(json(name))
  const number = (name: string): number => {
    const value = json(name)
    if (typeof value !== "number") throw new TypeError(`${name} is no number`)
    return value
  }
  return {
    fields,
    has,
    json,
    text,
    number,
    flag: (name) => json(name) === true,
    bytes: (name) => decodeHex(text(name)),
    key: (name) => parsePublicKey(text(name)),
    record: (name) => inputOf(fieldsOf(json(name))),
    list: (name) => listOf(json(name)),
    limits: (...names) => Object.fromEntries(names.filter(has).map((name) => [name, number(name)]))
  }
}

/** Returns the fields of a JSON object. */
export const fieldsOf = (value: Json): Fields => {
  if (typeof value !== "object" || value === null || isList(value)) throw new TypeError("A field is not an object")
  return value
}

/** Returns the text of a JSON string. */
export const textOf = (value: Json): string => {
  if (typeof value !== "string") throw new TypeError("A field is not a string")
  return value
}

/** Returns the members of a JSON list. */
export const listOf = (value: Json): ReadonlyArray<Json> => {
  if (!isList(value)) throw new TypeError("A field is not a list")
  return value
}

/** `Array.isArray` alone does not narrow a readonly array out of a union. */
const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)
