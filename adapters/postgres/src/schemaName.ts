/** The name of the schema as SQL. It cannot be a parameter, so only plain names are taken; another throws. */
export const schemaName = (schema: string): string => {
  if (!/^[a-z_][a-z0-9_]{0,62}$/u.test(schema)) throw new Error(`postgres: ${JSON.stringify(schema)} is no schema name`)
  return `"${schema}"`
}
