import { filesBelow, text } from "../workspace/disk.ts"
import { phrases } from "./phrases.ts"
import { type Place, textsOf } from "./texts.ts"

export interface Finding {
  readonly path: string
  readonly line: number
  readonly place: Place
  readonly phrase: string
  readonly text: string
}

const FOLDERS = ["packages", "adapters", "tooling", "examples", "docs", ".github"]
const ENDINGS = [".ts", ".mjs", ".js", ".md", ".sql", ".py", ".html", ".css", ".yml"]
const FILES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "vitest.config.ts"]

// Written once and never changed, printed from code, or about the phrases themselves.
const EXEMPT = /node_modules|\/dist\/|^docs\/(?:generated|decisions)\/|CHANGELOG\.md$|src\/words\/|words\.test\.ts$/u

/** The files whose texts are checked. */
export const filesOfWords = (): ReadonlyArray<string> =>
  [...FOLDERS.flatMap((folder) => ENDINGS.flatMap((ending) => filesBelow(folder, ending))), ...FILES].filter(
    (path) => !EXEMPT.test(path)
  )

/** Every phrase of the private idiom in one file. */
export const findingsIn = (path: string, source: string): ReadonlyArray<Finding> =>
  textsOf(path, source).flatMap(({ line, place, text }) =>
    phrases
      .filter(({ pattern }) => text.split("\n").some((row) => pattern.test(row)))
      .map(({ name }) => ({ path, line, place, phrase: name, text }))
  )

/** Every phrase in the repository, by file. */
export const findings = (): ReadonlyArray<Finding> => filesOfWords().flatMap((path) => findingsIn(path, text(path)))
