import type { Json } from "@countersign/wire"
import * as fc from "fast-check"
import { type JsonSchema, prefixOf, referred } from "./contract.ts"
import { oddTexts } from "./oddTexts.ts"

/** The ids that a caller may know, by prefix. */
export type Known = ReadonlyMap<string, ReadonlyArray<string>>

/** Values that match a schema of the document, with existing ids where an id is expected. */
export const valuesOf = (schema: JsonSchema, known: Known): fc.Arbitrary<Json> => {
  if (schema.$ref !== undefined) return referredValues(schema.$ref, known)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => valuesOf(each, known)))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case "string":
      return textsOf(schema, known)
    case "integer":
      return fc.integer(rangeOf(schema))
    case "number":
      return fc.double({ ...rangeOf(schema), noNaN: true, noDefaultInfinity: true })
    case "boolean":
      return fc.boolean()
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, known), { maxLength: Math.min(schema.maxItems ?? 3, 3) })
    case "object":
      return objectsOf(schema, known)
    default:
      return fc.json({ maxDepth: 1 }).map((text): Json => JSON.parse(text))
  }
}

/** Schemas that the document references are used in many positions and built once. */
const referredValues = (reference: string, known: Known): fc.Arbitrary<Json> => {
  const made = remembered.get(known) ?? new Map<string, fc.Arbitrary<Json>>()
  remembered.set(known, made)
  const values = made.get(reference) ?? valuesOf(referred(reference), known)
  made.set(reference, values)
  return values
}
const remembered = new WeakMap<Known, Map<string, fc.Arbitrary<Json>>>()

const objectsOf = ({ properties = {}, required = [] }: JsonSchema, known: Known): fc.Arbitrary<Json> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, known)])), {
    requiredKeys: required.filter((name) => Object.hasOwn(properties, name))
  })

const rangeOf = ({ maximum = Number.MAX_SAFE_INTEGER, minimum = 0 }: JsonSchema) => ({ min: minimum, max: maximum })

export const textsOf = (schema: JsonSchema, known: Known): fc.Arbitrary<string> => {
  const { format, maxLength = 64, minLength = 0, pattern } = schema
  const prefix = prefixOf(schema)
  if (prefix !== "") return idsOf(prefix, known)
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern !== undefined && !OPEN.test(pattern)) {
    return matching(pattern).map((text) => text.slice(0, maxLength))
  }
  const max = Math.max(minLength, Math.min(maxLength, 64))
  return fc.oneof(fc.string({ minLength, maxLength: max }), fc.constantFrom(...oddTexts))
}

const matching = (pattern: string): fc.Arbitrary<string> => {
  const texts = matched.get(pattern) ?? fc.stringMatching(new RegExp(pattern, "u"), { size: "small" })
  matched.set(pattern, texts)
  return texts
}
const matched = new Map<string, fc.Arbitrary<string>>()

/** Patterns with a class of nearly all characters. Generating a match is slow, and any text is likely to match. */
const OPEN = /\\p|\\S|\[\^|\./u

/** Mostly an existing id. Otherwise one with the right form, of another kind, or in another spelling. */
export const idsOf = (prefix: string, known: Known): fc.Arbitrary<string> => {
  const others = [...known.values()].flat()
  const own = known.get(prefix) ?? []
  const uuid = fc.uuid({ version: 7 })
  return fc.oneof(
    ...(own.length === 0 ? [] : [{ weight: 8, arbitrary: fc.constantFrom(...own) }]),
    uuid.map((id) => `${prefix}:${id}`),
    fc.constantFrom(...others),
    fc.constantFrom(...others).map((id) => id.toUpperCase()),
    fc.constantFrom(...others).map((id) => `${prefix}${id.slice(id.indexOf(":")).toUpperCase()}`)
  )
}
