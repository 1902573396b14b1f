import { en, type Language } from "@countersign/react"
import { languageOf } from "@countersign/react/languageOf"

const tags = globalThis.navigator?.languages ?? []

/** The language of the reader, for the components of the wallet. English needs no other script. */
export const language: Language = languageOf(tags, [
  en,
  ...(tags[0]?.startsWith("en") ? [] : (await import("./translations.ts")).translations)
])
