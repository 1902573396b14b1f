/** SQL with numbered parameters. Statements have no names: behind a pooler the next one may meet another connection. */
export interface Statement {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** Collects the values of a statement; each answers with the parameter that stands for it. */
export const parameters = () => {
  const values: Array<unknown> = []
  return {
    values,
    add: (value: unknown, type: "text" | "bigint" | "json" | "text[]" | "integer") => {
      values.push(value)
      return `$${values.length}::${type}`
    }
  }
}

export type Parameters = ReturnType<typeof parameters>
