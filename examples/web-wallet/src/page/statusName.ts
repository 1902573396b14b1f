import { translated } from "../words/translate.ts"
import { textOf } from "./json.ts"

/** A constant of the API in words: "Under review". */
export const statusName = (status: unknown): string => {
  const words = textOf(status).toLowerCase().replaceAll("_", " ")
  return translated(words.charAt(0).toUpperCase() + words.slice(1))
}
