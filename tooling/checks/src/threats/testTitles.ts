import { parseSync, Visitor } from "oxc-parser"
import { filesBelow, text, workspaces } from "../workspace/disk.ts"

/** A file of tests, and every text in the calls that make them: titles, and the cells of tables that titles are filled from. */
export interface TestFile {
  readonly file: string
  readonly titles: ReadonlyArray<string>
}

/** Every file that has tests, stories of the testkit among them: they are tests wherever a host or a store tells them. */
export const testFiles = (): ReadonlyArray<TestFile> =>
  [...workspaces().map(({ folder }) => `${folder}/test`), ...STORIES]
    .flatMap((folder) => filesBelow(folder, ".ts"))
    .map((file) => ({ file, titles: titlesOf(file, text(file)) }))

const STORIES = ["packages/testkit/src/conversation", "packages/testkit/src/stories"]

/** The texts of a file's tests, as they stand in its source. */
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

const MAKES_TESTS = /^(?:it|describe|story|test)\b/u
