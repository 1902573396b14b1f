// A variation selector chooses a glyph of the character before it, as in emoji and in Japanese names.
const SELECTOR = "\\u180B-\\u180D\\u180F\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}"

/**
 * Characters that are invisible, or that move or cover other text: control, format, bidirectional, tag, private and unassigned
 * characters, line separators, blank letters, a selector with nothing to select, and a stack of seven marks.
 */
const PARTS = `(?:[\\p{C}\\p{Zl}\\p{Zp}\\u2800\\uFFFC\\u{16FE4}\\u{1D159}]|(?![${SELECTOR}])\\p{Default_Ignorable_Code_Point}|(?:^|[^\\p{L}\\p{N}\\p{P}\\p{S}])(?=[${SELECTOR}]))[${SELECTOR}]*|\\p{M}{7,}`

export const HIDDEN = new RegExp(PARTS, "u")

const EACH = new RegExp(PARTS, "gu")

/** A text with a space in place of what is hidden. The second pass takes the selectors that the first left alone. */
export const withoutHidden = (text: string): string => text.replaceAll(EACH, " ").replaceAll(EACH, " ")

/** Returns whether a reader sees every character of a text of one line. */
export const isVisible = (text: string): boolean => text.trim() !== "" && !HIDDEN.test(text)

/** Returns whether a text can name a person, a business or a device: visible, with a letter or a digit. */
export const isLabel = (text: string): boolean => isVisible(text) && /[\p{L}\p{N}]/u.test(text)

/** Text beside other text: right-to-left letters cannot reorder what surrounds them. Only they need the isolate. */
export const isolated = (inner: string): string =>
  RIGHT_TO_LEFT.test(inner) && !inner.startsWith("\u2068") ? `\u2068${inner}\u2069` : inner

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
