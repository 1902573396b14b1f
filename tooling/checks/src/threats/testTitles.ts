import { parseSync, Visitor } from "oxc-parser"
import { filesBelow, text, workspaces } from "../workspace/disk.ts"

/** A test file and every text in its test calls: titles, and the table cells that are inserted into titles. */
export interface TestFile {
  readonly file: string
  readonly titles: ReadonlyArray<string>
}

/** Every file with tests, beside its code too. This includes the suites of the testkit, which hosts and stores run. */
export const testFiles = (): ReadonlyArray<TestFile> =>
  [
    ...workspaces().flatMap(({ folder }) => [below(`${folder}/test`, ""), below(`${folder}/src`, ".test")]),
    ...STORIES.map((folder) => below(folder, ""))
  ]
    .flat()
    .map((file) => ({ file, titles: titlesOf(file, text(file)) }))

const below = (folder: string, ending: string) => [".ts", ".tsx"].flatMap((type) => filesBelow(folder, ending + type))

const STORIES = ["packages/kits/testkit/src/conversation", "packages/kits/testkit/src/stories"]

/** Returns the texts of a file's tests as written in its source. */
export const titlesOf = (file: string, source: string): ReadonlyArray<string> => {
  const titles: Array<string> = []
  new Visitor({
    CallExpression: ({ arguments: given, callee }) => {
      if (!MAKES_TESTS.test(source.slice(callee.start, callee.end))) return
      const literals = given.filter(({ type }) => type !== "ArrowFunctionExpression")
      titles.push(...literals.map(({ end, start }) => source.slice(start, end)))
    }
  }).visit(parseSync(file, source).program)
  return titles
}

const MAKES_TESTS = /^(?:it|describe|story|echoed|echoing|onService|test)\b/u
