/**
 * Encodes an id for a text column. PostgreSQL text cannot contain NUL or unpaired surrogates, so an id with one of them
 * is stored as JSON behind a marker. `fromColumn` decodes both forms.
 */
export const toColumn = (id: string): string =>
  id.startsWith(MARK) || id.includes("\0") || /\p{Cs}/u.test(id) ? MARK + JSON.stringify(id) : id

export const fromColumn = (text: string): string => {
  if (!text.startsWith(MARK)) return text
  const id: unknown = JSON.parse(text.slice(MARK.length))
  return String(id)
}

const MARK = "\u0001"
