import type { Fields } from "@countersign/vectors"
import { decodeHex, type Json, parsePublicKey } from "@countersign/wire"

/**
 * Reads the input of a case by the names and types that its operation expects. Throws a `TypeError` on anything else.
 */
export const inputOf = (fields: Fields) => {
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
    has,
    json,
    text,
    number,
    /** Whether an optional flag is present and true. */
    isSet: (name: string) => has(name) && json(name) === true,
    bytes: (name: string) => decodeHex(text(name)),
    key: (name: string) => parsePublicKey(text(name)),
    record: (name: string) => fieldsOf(json(name)),
    list: (name: string) => listOf(json(name)),
    /** Returns the named limits that are present. */
    limits: (...names: ReadonlyArray<string>) =>
      Object.fromEntries(names.filter(has).map((name) => [name, number(name)]))
  }
}
export type Input = ReturnType<typeof inputOf>

const fieldsOf = (value: Json): Fields => {
  if (typeof value !== "object" || value === null || isList(value)) throw new TypeError("A field is not an object")
  return value
}

export const textOf = (value: Json): string => {
  if (typeof value !== "string") throw new TypeError("A field is not a string")
  return value
}

export const listOf = (value: Json): ReadonlyArray<Json> => {
  if (!isList(value)) throw new TypeError("A field is not a list")
  return value
}

/** `Array.isArray` alone does not narrow a readonly array out of a union. */
const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)
