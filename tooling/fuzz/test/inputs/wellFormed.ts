/** A text without halves of characters, which UTF-8 cannot carry. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd")
