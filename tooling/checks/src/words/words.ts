import { readableFiles, text } from "../workspace/disk.ts"
import { phrases } from "./phrases.ts"
import { textsOf } from "./texts.ts"

// Written once and never changed, printed from code, for end users, or about the phrases themselves.
const EXEMPT = /\.tsx$|^docs\/(?:generated|decisions)\/|^\.changeset\/|src\/words\/|words\.test\.ts$/u

/** Every phrase of the private idiom in one file. */
export const findingsIn = (path: string, source: string) =>
  textsOf(path, source).flatMap(({ line, place, text }) =>
    phrases
      .filter(({ pattern }) => text.split("\n").some((row) => pattern.test(row)))
      .map(({ instead, name }) => ({ path, line, place, phrase: name, instead, text }))
  )

/** Every phrase in the repository, by file. */
export const findings = () =>
  readableFiles()
    .filter((path) => !EXEMPT.test(path))
    .flatMap((path) => findingsIn(path, text(path)))
