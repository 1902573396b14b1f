import { Schema } from "effect"
import type { Expression } from "./expressions.ts"

/** Every `pattern` of a JSON document, each once: what the contract holds callers to, however its source makes it. */
export const documented = (path: string, text: string): ReadonlyArray<Expression> =>
  [...new Set(patternsOf(decode(text)))].map((pattern) => ({ pattern, flags: "u", path, line: 1 }))

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))

const patternsOf = (value: Schema.Json): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  const own = "pattern" in value && typeof value.pattern === "string" ? [value.pattern] : []
  return [...own, ...Object.values(value).flatMap(patternsOf)]
}
