import type { SignedTerms } from "@countersign/client"
import type { ReactNode } from "react"
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
  return rows.map((row) => row.map((text) => <bdi key={text}>{breakable(text)}</bdi>))
}

/** A text in which a long run of characters, as of a key, can break on a narrow screen. A copy of it is unchanged. */
export const breakable = (text: string): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change
  text.split(/(\S{16})/u).flatMap((part, nth) => [<wbr key={nth} />, part])

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
