/** A text for one line of a header: whatever could end the line, hide in it or turn it round becomes a space. */
export const plain = (text: string): string => text.replace(UNSEEN, " ").trim()

/** A text of several lines. Only line feeds survive of what is not seen. */
export const plainLines = (text: string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => line.replace(UNSEEN, " "))
    .join("\n")

/** Controls (CR, LF and ESC among them), the separators U+2028 and U+2029, bidirectional overrides, halves of a pair. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]+/gu
