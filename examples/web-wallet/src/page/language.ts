import { en, type Language } from "@countersign/react"
import { componentWords } from "../words/translate.ts"

/** The words of the components in the reader's language. */
export const language: Language = componentWords ?? en
