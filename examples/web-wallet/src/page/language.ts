import { en, type Language, languageOf } from "@countersign/react"

const tags = globalThis.navigator?.languages ?? []

/** The language of the reader, for the components of the wallet. English needs no other script. */
export const language: Language = languageOf(tags, [
  en,
  ...(tags[0]?.startsWith("en") ? [] : (await import("./translations.ts")).translations)
])
