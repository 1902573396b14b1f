/**
 * The collections that a statement of the PostgreSQL store commits changes to, or undefined for a statement that is no
 * commit. A commit is either a call of the function of the schema or the statement of its shape, which takes its records as
 * one JSON array.
 */
export const committedBy = (text: string, values: ReadonlyArray<unknown>): ReadonlyArray<string> | undefined => {
  if (/\.commit\(/u.test(text)) return Array.isArray(values[8]) ? values[8].map(String) : []
  if (!text.includes("json_to_recordset($1")) return undefined
  const records: ReadonlyArray<{ readonly collection: string }> = JSON.parse(String(values[0]))
  return records.map(({ collection }) => collection)
}
