import type { Language } from "./Language.ts"

/**
 * Returns the language that the reader prefers: `languageOf(navigator.languages, [en, de])` (RFC 4647, lookup). "de-AT"
 * gets "de"; list "de-CH" before "de" if you have both. Without a match, returns the first language.
 */
export const languageOf = (tags: ReadonlyArray<string>, languages: readonly [Language, ...Language[]]): Language =>
  tags.flatMap((tag) => languages.filter((each) => `${tag}-`.startsWith(`${each.tag}-`)))[0] ?? languages[0]
