import { readFileSync } from "node:fs"

/** Returns the text of an option, or the content of the file after an @. */
export const fileOrText = (text: string): string => (text.startsWith("@") ? readFileSync(text.slice(1), "utf8") : text)

/** Returns the text without surrounding white space, because files end in a line break. */
export const fileOrWord = (text: string): string => fileOrText(text).trim()
