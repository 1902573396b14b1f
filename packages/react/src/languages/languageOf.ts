import type { Language } from "./Language.ts"

/**
 * Returns the language that the reader prefers: `languageOf(navigator.languages, [en, de])` (RFC 4647, lookup). "de-AT"
 * gets "de"; list "de-CH" before "de" if you have both. Without a match, returns the first language. To load a language
 * on demand, pass objects with its tag and a function that imports it.
 */
export const languageOf = <L extends Pick<Language, "tag">>(
  tags: ReadonlyArray<string>,
  languages: readonly [L, ...L[]]
): L => tags.flatMap((tag) => languages.filter((each) => `${tag}-`.startsWith(`${each.tag}-`)))[0] ?? languages[0]
