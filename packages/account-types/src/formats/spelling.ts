import { HIDDEN } from "../visible.ts"

/** NFC without outer spaces. A text with a hidden character stays as it is, and is rejected. */
export const composed = (text: string): string => (HIDDEN.test(text) ? text : text.normalize("NFC").trim())

// Only ASCII letters change case. Other letters would become ASCII letters that the sender did not write.

export const upperCase = (text: string): string => text.replace(/[a-z]+/gu, (letters) => letters.toUpperCase())

export const lowerCase = (text: string): string => text.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase())

/** Removes the spaces of a text that people write in groups. */
export const compact = (text: string): string => text.replace(/\p{Zs}+/gu, "")

/** The spelling of a code in upper case that people write in groups. */
export const compactUpperCase = (text: string): string => upperCase(compact(text))

/** BIP 173: a QR code contains the address in upper case, and an address in mixed case is invalid. */
export const bech32Case = (text: string): string => (text === upperCase(text) ? lowerCase(text) : text)
