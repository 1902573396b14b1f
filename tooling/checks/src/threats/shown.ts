import type { TestFile } from "./testTitles.ts"

/** The test files that name each row in a title, by row name. */
export type Shown = ReadonlyMap<string, ReadonlyArray<string>>

/** Returns the rows that test titles name, with the files of those tests. */
export const shownBy = (files: ReadonlyArray<TestFile>): Shown => {
  const shown = new Map<string, ReadonlyArray<string>>()
  for (const { file, titles } of files) {
    for (const row of new Set(titles.flatMap(rowsIn))) shown.set(row, [...(shown.get(row) ?? []), file])
  }
  return shown
}

/** The rows a title names: the letters of a table and a number of at most two digits, so S256 does not match. */
export const rowsIn = (title: string): ReadonlyArray<string> =>
  [...title.matchAll(/\b(?:F[AL]|G[ADCHO]|OP|AD|PO|UV|HI|RC|PL|US|[HRKOJPSXBWD])[1-9]\d?\b/gu)].map(([row]) => row)
