/** The collections that a statement of the PostgreSQL store commits changes to, or undefined for another statement. */
export const committedBy = (text: string): ReadonlyArray<string> | undefined =>
  /\bas lost\b/u.test(text) ? tablesIn(text, /(?:insert into|update|delete from) "\w+"\."(\w+)"/gu) : undefined

/** The collections that a statement reads. */
export const readBy = (text: string): ReadonlyArray<string> => tablesIn(text, /\bfrom "\w+"\."(\w+)"/gu)

const tablesIn = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name)
