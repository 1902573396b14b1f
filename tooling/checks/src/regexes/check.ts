import type { Breach } from "../arrows/breach.ts"
import { pairs } from "../packaging/pairs.ts"
import { documented } from "./documented.ts"
import { type Expression, expressionsOf } from "./expressions.ts"
import { judge } from "./judge.ts"

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
  "packages/core/src/external-accounts/schemas.ts",
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
