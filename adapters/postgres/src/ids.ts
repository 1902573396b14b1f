/**
 * An id as a text column can hold it. PostgreSQL knows no NUL and no half of a surrogate pair; such an id is kept as
 * its JSON text behind a mark, so that any id is an id like any other.
 */
export const toColumn = (id: string): string =>
  id.startsWith(MARK) || id.includes("\0") || /\p{Cs}/u.test(id) ? MARK + JSON.stringify(id) : id

export const fromColumn = (text: string): string => {
  if (!text.startsWith(MARK)) return text
  const id: unknown = JSON.parse(text.slice(MARK.length))
  return String(id)
}

const MARK = "\u0001"
