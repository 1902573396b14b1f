import { readFileSync } from "node:fs"

/**
 * Returns the text of an option, or the content of the file after an @ without the line break at its end: shells and
 * editors add one, as in `countersign stamp … > stamp.txt`.
 */
export const fileOrText = (text: string): string =>
  text.startsWith("@") ? readFileSync(text.slice(1), "utf8").replace(/\r?\n$/u, "") : text

/** Returns the text without surrounding white space, because files end in a line break. */
export const fileOrWord = (text: string): string => fileOrText(text).trim()
