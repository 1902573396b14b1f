/**
 * A code as a person types or pastes it, in the form in which it was issued: compatible characters of Unicode as ASCII, the digits
 * of every script as 0 to 9, letters in upper case, and without what mails, keyboards and copies put between its characters:
 * white space, dashes, dots, underscores and invisible characters.
 */
export const typedCode = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(BETWEEN, "")
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)))
    .toUpperCase()
    .normalize("NFKC")

/** Dashes (Pd) and joins (Pc), the minus sign, and dots of several scripts. */
const BETWEEN = /[\p{Z}\p{C}\p{Pd}\p{Pc}\s\u2212.\u00B7\u2022\u3002\u30FB]+/gu

/** Unicode Standard, section 4.6: the decimal digits of a script are ten code points in a row, from zero on. */
const valueOf = (point: number): number => {
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (point - zero) % 10
}
