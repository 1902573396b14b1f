import type { SignedTerms } from "@countersign/client"
import { visible } from "../isolated.ts"

type Value = SignedTerms["values"]

/** One row for each value in the terms of a call. Names and values are the server's texts, so each is isolated. */
export const callRows = (
  { accountId, method, path, values }: SignedTerms,
  words: {
    readonly call: string
    readonly field: (path: ReadonlyArray<string>) => string
    readonly source: string
  }
) => {
  const rows: ReadonlyArray<readonly [term: string, value: string]> = [
    [words.call, `${method} ${path}`],
    ...leavesOf(values, []).map(([names, leaf]) => [words.field(names.map(visible)), visible(leaf)] as const),
    [words.source, accountId]
  ]
  return rows.map(([term, value], nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of these terms never change
    <div key={nth}>
      <dt>
        <bdi>{term}</bdi>
      </dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  ))
}

/** Returns each value that contains no others, with the names that lead to it. */
const leavesOf = (
  value: Value,
  names: ReadonlyArray<string>
): ReadonlyArray<readonly [ReadonlyArray<string>, string]> => {
  const entries = typeof value === "object" && value !== null ? Object.entries<Value>(value) : []
  if (entries.length > 0) return entries.flatMap(([name, each]) => leavesOf(each, [...names, name]))
  if (value === null && names.length === 0) return []
  return [[names, typeof value === "string" && value !== "" ? value : JSON.stringify(value)]]
}
