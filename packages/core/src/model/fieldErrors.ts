import { Schema, SchemaIssue } from "effect"

/** A field that did not decode: where it stands, and the rule it broke. Never what was sent. */
export interface FieldFault {
  readonly field: string
  readonly message: string
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Every fault of one reading, by the path of its field. */
export const fieldFaults = ({ issue }: Pick<Schema.SchemaError, "issue">): ReadonlyArray<FieldFault> =>
  issuesOf(issue).issues.map(({ message, path = [] }) => ({ field: pathOf(path), message }))

const pathOf = (path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>): string => {
  const segments = path.map((segment) => String(typeof segment === "object" ? segment.key : segment))
  // A key that nobody knows may be a number of somebody: only what reads as a name is repeated.
  return segments.filter((segment) => SPEAKABLE.test(segment)).join(".")
}

const SPEAKABLE = /^(?:[A-Za-z_][A-Za-z_-]{0,38}[0-9]{0,2}|[0-9]{1,4})$/u

/** What is wrong with one field of a request, without what was sent. */
export const FieldError = Schema.Struct({
  field: Schema.String,
  message: Schema.String,
  constraint: Schema.optionalKey(
    Schema.Struct({
      pattern: Schema.optionalKey(Schema.String),
      enum: Schema.optionalKey(Schema.Array(Schema.String)),
      minLength: Schema.optionalKey(Schema.Int),
      maxLength: Schema.optionalKey(Schema.Int)
    })
  )
})
export type FieldError = typeof FieldError.Type
