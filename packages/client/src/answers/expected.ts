import { attempt, canonicalJson, decodeHex, decodeUtf8, type Json, parseStrictJson } from "@countersign/wire"

/**
 * A value that the signed one must equal. An object must have the same fields and no others, and `"5"` is not `5`. A
 * function accepts each value for which it returns true.
 */
export type Expected =
  | Json
  | ((value: unknown) => boolean)
  | ReadonlyArray<Expected>
  | { readonly [name: string]: Expected | undefined }

/** Returns the dotted paths at which a value differs from the expected one. */
export const differencesIn = (expected: Expected | undefined, signed: unknown, path = ""): ReadonlyArray<string> => {
  const name = path === "" ? "value" : path
  // A promise of a function is not an approval.
  if (typeof expected === "function") return expected(signed) === true ? [] : [name]
  if (!isNested(expected) || !isNested(signed) || Array.isArray(expected) !== Array.isArray(signed)) {
    return expected === signed ? [] : [name]
  }
  const [ours, theirs] = [
    new Map<string, Expected | undefined>(Object.entries(expected)),
    new Map(Object.entries(signed))
  ]
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((key) =>
    // An unknown name is the server's text, which a page must not show as its own.
    differencesIn(ours.get(key), theirs.get(key), `${path === "" ? "" : `${path}.`}${ours.has(key) ? key : "field"}`)
  )
}

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null

/**
 * Returns the value of JSON text in hex, or `undefined` unless the text is canonical: a number with more digits than a
 * `number` has would be signed, and another one shown.
 */
export const hexJson = (hex: unknown): Json | undefined =>
  attempt(() => {
    const text = decodeUtf8(decodeHex(String(hex)))
    const value = parseStrictJson(text)
    return canonicalJson(value) === text ? value : undefined
  })
