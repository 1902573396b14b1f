"use client"

import { createContext, useContext } from "react"
import { en } from "./en.ts"
import type { Language } from "./Language.ts"

/** The language of a `CountersignProvider`. */
export const LanguageContext = createContext(en)

/** Returns the language of the nearest provider, English without one. `own` is that of a component outside of a provider. */
export const useLanguage = (own?: Language): Language => {
  const provided = useContext(LanguageContext)
  return own ?? provided
}
