import type { Breach } from "../arrows/breach.ts"
import { pairs, published } from "../packaging/pack.ts"
import { filesBelow, text } from "../workspace/disk.ts"
import { type Expression, expressionsOf, verify } from "./expressions.ts"

/** Returns every distinct `pattern` of a JSON document: the patterns of the contract, independent of their source. */
export const documented = (path: string, text: string): ReadonlyArray<Expression> => {
  const patterns = new Set<string>()
  JSON.parse(text, (key, value) => {
    if (key === "pattern" && typeof value === "string") patterns.add(value)
    return value
  })
  return Array.from(patterns, (pattern) => ({ pattern, flags: "u", path, line: 1 }))
}

const DOCUMENT = "docs/generated/openapi.json"

/** Excluded: the testkit reads only values from its own test suites, so no external input reaches it. */
const TESTKIT = "packages/kits/testkit"

/** Reads the sources of published packages and the OpenAPI document. */
export const readLooked = () => ({
  files: published()
    .filter((folder) => folder !== TESTKIT)
    .flatMap((folder) => filesBelow(`${folder}/src`, ".ts"))
    .map((path) => ({ path, text: text(path) })),
  document: { path: DOCUMENT, text: text(DOCUMENT) }
})

/** Files whose expressions are all patterns of the document and are checked there. */
const IN_THE_DOCUMENT = [
  "packages/account-types/src/fields.ts",
  "packages/core/src/things/external-accounts/rules/schemas.ts",
  "packages/core/src/model/ids.ts"
]

/** H14: returns each expression that an input can make slow, with such an input, and the number of checked ones. */
export const check = async ({ document, files }: ReturnType<typeof readLooked>) => {
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
