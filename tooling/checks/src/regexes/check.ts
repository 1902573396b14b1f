import { Schema } from "effect"
import type { Breach } from "../arrows/breach.ts"
import { pairs } from "../packaging/pack.ts"
import { type Expression, expressionsOf, judge } from "./expressions.ts"

/** Every `pattern` of a JSON document, each once: what the contract holds callers to, however its source makes it. */
export const documented = (path: string, text: string): ReadonlyArray<Expression> =>
  [...new Set(patternsOf(decode(text)))].map((pattern) => ({ pattern, flags: "u", path, line: 1 }))

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))

const patternsOf = (value: Schema.Json): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  const own = "pattern" in value && typeof value.pattern === "string" ? [value.pattern] : []
  return [...own, ...Object.values(value).flatMap(patternsOf)]
}

/** What is looked at: the sources of what is published, and the document of the contract. */
export interface Looked {
  readonly files: ReadonlyArray<File>
  readonly document: File
}

interface File {
  readonly path: string
  readonly text: string
}

/** Files whose every expression is a `pattern` of the document, where it is read instead. */
const IN_THE_DOCUMENT = [
  "packages/account-types/src/fields.ts",
  "packages/core/src/rules/external-accounts/schemas.ts",
  "packages/core/src/model/ids.ts"
]

/** H14: each expression that a text could make slow, with such a text; and how many were judged. */
export const check = async ({ document, files }: Looked) => {
  const found = files.map(({ path, text }) => ({ path, ...expressionsOf(path, text) }))
  const all = once([...found.flatMap(({ expressions }) => expressions), ...documented(document.path, document.text)])
  const unread: ReadonlyArray<Breach> = found
    .filter(({ path }) => !IN_THE_DOCUMENT.includes(path))
    .flatMap(({ computed, path }) => computed.map((line) => ({ path, line, rule: "regex-computed", remedy: COMPUTED })))
  const judged = await pairs(all, judge)
  return { breaches: [...unread, ...judged.flat()], count: all.length }
}

const COMPUTED = "write the pattern as text, so that this checker can read it"

const once = (all: ReadonlyArray<Expression>): ReadonlyArray<Expression> => [
  ...new Map(all.toReversed().map((each) => [`/${each.pattern}/${each.flags}`, each])).values()
]
