import { Schema } from "effect"
import { titlesOf } from "../threats/testTitles.ts"

/**
 * The promises of pages and documentation comments, by their path, each with the test that fails without it: the words of
 * the claim, the test file, and words of the test's title. The check fails when the claim or the test is gone.
 */
const Promises = Schema.Record(Schema.String, Schema.Array(Schema.Tuple([Schema.String, Schema.String, Schema.String])))

/** Reads the promises of promises.json. */
export const promisesIn = Schema.decodeUnknownSync(Schema.fromJsonString(Promises))

/** Returns the promises that their place no longer makes, or that no test has in its title any more. */
export const promiseProblems = (
  listed: typeof Promises.Type,
  read: (path: string) => string | undefined
): ReadonlyArray<string> => {
  const titles = new Map<string, string>()
  const titlesIn = (file: string): string => {
    const known = titles.get(file) ?? titlesOf(file, read(file) ?? "").join("\n")
    titles.set(file, known)
    return known
  }
  return Object.entries(listed).flatMap(([place, claims]) => {
    const text = plain(read(place) ?? "")
    return claims.flatMap(([words, file, title]) => [
      ...(text.includes(plain(words)) ? [] : [`${place} no longer says "${words}": change its promise, and its test`]),
      ...(titlesIn(file).includes(title) ? [] : [`${place} says "${words}", and ${file} has no test "${title}"`])
    ])
  })
}

/** The text on one line, without the marks of a comment. */
const plain = (text: string): string => text.replaceAll(/^\s*(?:\*|\/\/) ?/gmu, "").replaceAll(/\s+/gu, " ")
