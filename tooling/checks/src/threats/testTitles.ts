import { type Argument, type Node, type Program, Visitor } from "oxc-parser"
import { filesBelow, text, workspaces } from "../workspace/disk.ts"
import { parsed } from "../workspace/source.ts"

/** A test file and every text in its test calls: titles, and the table cells that are inserted into titles. */
export interface TestFile {
  readonly file: string
  readonly titles: ReadonlyArray<string>
}

/** Every file with tests, beside its code too. This includes the suites of the testkit, which hosts and stores run. */
export const testFiles = (): ReadonlyArray<TestFile> =>
  [
    ...workspaces().flatMap(({ folder }) => [below(`${folder}/test`, ""), below(`${folder}/src`, ".test")]),
    ...storyFolders.map((folder) => below(folder, ""))
  ]
    .flat()
    .map((file) => ({ file, titles: titlesOf(file, text(file)) }))

const below = (folder: string, ending: string) => [".ts", ".tsx"].flatMap((type) => filesBelow(folder, ending + type))

export const storyFolders = ["packages/kits/testkit/src/conversation", "packages/kits/testkit/src/stories"]

/** Returns the texts of a file's tests as written in its source. */
export const titlesOf = (file: string, source: string): ReadonlyArray<string> => {
  const { program, words } = parsed(file, source)
  return titleNodes(program, words).map(words)
}

/** The arguments of the calls that make tests, without their functions. */
export const titleNodes = (program: Program, words: (node: Node) => string): ReadonlyArray<Argument> => {
  const found: Array<Argument> = []
  new Visitor({
    CallExpression: ({ arguments: given, callee }) => {
      if (/^(?:it|describe|story|echoed|echoing|onService|test)\b/u.test(words(callee)))
        found.push(...given.filter(({ type }) => type !== "ArrowFunctionExpression"))
    }
  }).visit(program)
  return found
}

/** Returns the rows that test titles name, with the files of those tests. */
export const shownBy = (files: ReadonlyArray<TestFile>): Shown => {
  const shown = new Map<string, ReadonlyArray<string>>()
  for (const { file, titles } of files) {
    for (const row of new Set(titles.flatMap(rowsIn))) shown.set(row, [...(shown.get(row) ?? []), file])
  }
  return shown
}

/** The test files that name each row in a title, by row name. */
export type Shown = ReadonlyMap<string, ReadonlyArray<string>>

/** The rows a title names: the letters of a table and a number of at most two digits, so S256 does not match. */
export const rowsIn = (title: string): ReadonlyArray<string> =>
  title.match(/\b(?:F[AL]|G[ADCHO]|OP|AD|PO|UV|HI|RC|PL|US|[HRKOJPSXBWD])[1-9]\d?\b/gu) ?? []
