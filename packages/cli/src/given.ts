import { readFileSync } from "node:fs"

/** The text of an option: itself, or what stands in the file that follows an @. */
export const given = (text: string): string => (text.startsWith("@") ? readFileSync(text.slice(1), "utf8") : text)

/** The same for what is one word: files end in a line break that is no part of it. */
export const givenWord = (text: string): string => given(text).trim()
