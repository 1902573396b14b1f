import { Schema } from "effect"
import type { Breach } from "../arrows/breach.ts"
import { pairs } from "../packaging/pack.ts"
import { type Expression, expressionsOf, verify } from "./expressions.ts"

/** Returns every distinct `pattern` of a JSON document: the patterns of the contract, independent of their source. */
export const documented = (path: string, text: string): ReadonlyArray<Expression> =>
  [...new Set(patternsOf(decode(text)))].map((pattern) => ({ pattern, flags: "u", path, line: 1 }))

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))

const patternsOf = (value: Schema.Json): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  const patterns = "pattern" in value && typeof value.pattern === "string" ? [value.pattern] : []
  return [...patterns, ...Object.values(value).flatMap(patternsOf)]
}

/** The input of the check: the sources of published packages and the OpenAPI document. */
export interface Looked {
  readonly files: ReadonlyArray<File>
  readonly document: File
}

interface File {
  readonly path: string
  readonly text: string
}

/** Files whose expressions are all patterns of the document and are checked there. */
const IN_THE_DOCUMENT = [
  "packages/account-types/src/fields.ts",
  "packages/core/src/things/external-accounts/rules/schemas.ts",
  "packages/core/src/model/ids.ts"
]

/** H14: returns each expression that an input can make slow, with such an input, and the number of checked ones. */
export const check = async ({ document, files }: Looked) => {
  const found = files.map(({ path, text }) => ({ path, ...expressionsOf(path, text) }))
  const all = once([...found.flatMap(({ expressions }) => expressions), ...documented(document.path, document.text)])
  const unread: ReadonlyArray<Breach> = found
    .filter(({ path }) => !IN_THE_DOCUMENT.includes(path))
    .flatMap(({ computed, path }) => computed.map((line) => ({ path, line, rule: "regex-computed", remedy: COMPUTED })))
  const results = await pairs(all, verify)
  return { breaches: [...unread, ...results.flat()], count: all.length }
}

const COMPUTED = "write the pattern as text, so that this checker can read it"

const once = (all: ReadonlyArray<Expression>): ReadonlyArray<Expression> => [
  ...new Map(all.toReversed().map((each) => [`/${each.pattern}/${each.flags}`, each])).values()
]
