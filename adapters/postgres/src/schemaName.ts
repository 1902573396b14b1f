/** Returns the schema name as a quoted identifier. It cannot be a parameter, so only plain names are accepted. */
export const schemaName = (schema: string): string => {
  if (!/^[a-z_][a-z0-9_]{0,62}$/u.test(schema))
    throw new Error(`postgres: ${JSON.stringify(schema)} is not a valid schema name`)
  return `"${schema}"`
}
