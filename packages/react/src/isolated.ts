/**
 * A name in a sentence: letters that run from right to left cannot reorder the words around it. A name of Latin, Greek,
 * Cyrillic or Armenian letters stays as it is.
 */
export const isolated = (name: string): string => (/[\u0590-\u{10FFFF}]/u.test(name) ? `\u2068${name}\u2069` : name)

/** Writes out each character that has no shape of its own, because it could hide or reorder others. */
export const visible = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`)
