import highlight from "highlight.js/lib/common"
import { escaped } from "./escaped.ts"

/** Code with its words marked by class; what is no language we know stays as it is. */
export const highlighted = (code: string, language: string): string =>
  highlight.getLanguage(language) === undefined ? escaped(code) : highlight.highlight(code, { language }).value
