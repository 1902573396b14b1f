import type { Field } from "./Field.ts"
import { formatOf } from "./fields.ts"
import type { Values } from "./Kind.ts"
import { oneOf, type Random } from "./Random.ts"

/** A value for each required field, and for some of the others. */
export const sampleEach = (fields: ReadonlyArray<Field>, random: Random): Values => {
  const values: Record<string, string> = {}
  for (const field of fields) {
    const value = field.required || random() < 0.5 ? sampleOf(field, values, random) : undefined
    if (value !== undefined) values[field.name] = value
  }
  return values
}

const sampleOf = (field: Field, values: Values, random: Random): string | undefined =>
  field.type === "choice" ? oneOf(random, field.choices) : formatOf(field, values)?.sample(random)
