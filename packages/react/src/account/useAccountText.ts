"use client"

import type { Language } from "../languages/Language.ts"
import { useLanguage } from "../languages/useLanguage.ts"
import type { AccountText } from "./AccountText.ts"
import { en } from "./en.ts"

/** The language of the provider if it has the words of this entry, as `de` of `@countersign/react/account/de`; or English. */
export const useAccountText = (): { readonly language: Language; readonly words: AccountText } => {
  const language = useLanguage()
  return language.account === undefined ? { language: en, words: en.account } : { language, words: language.account }
}
