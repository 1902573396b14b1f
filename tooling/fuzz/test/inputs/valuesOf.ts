import type { Json } from "@countersign/wire"
import * as fc from "fast-check"
import { type JsonSchema, referred } from "./contract.ts"
import { oddTexts } from "./oddTexts.ts"

/** The ids that a caller may know of, by their prefix. */
export type Known = ReadonlyMap<string, ReadonlyArray<string>>

/** Values that a schema of the document lets pass, with ids of things that there are wherever one is asked for. */
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

/** What the document names is asked for in many places, and made once. */
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
  const prefix = /^\^([A-Za-z]+):\[/u.exec(pattern ?? "")?.[1]
  if (prefix !== undefined) return idsOf(prefix, known)
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

/** A pattern with a class of nearly everything, which takes long to draw from: any text is likely to match it. */
const OPEN = /\\p|\\S|\[\^|\./u

/** One that there is, mostly; or one of the right shape, of another kind, or in another spelling. */
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
