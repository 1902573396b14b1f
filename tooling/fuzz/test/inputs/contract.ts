import { readFileSync } from "node:fs"
import { Schema } from "effect"

/** The part of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly enum?: ReadonlyArray<string | number | boolean>
  readonly format?: string
  readonly items?: JsonSchema
  readonly maxItems?: number
  readonly maxLength?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly minimum?: number
  readonly pattern?: string
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: ReadonlyArray<string>
  readonly type?: string
}

const optional = Schema.optionalKey
const JsonSchema: Schema.Codec<JsonSchema> = Schema.Struct({
  $ref: optional(Schema.String),
  anyOf: optional(Schema.Array(Schema.suspend(() => JsonSchema))),
  enum: optional(Schema.Array(Schema.Union([Schema.String, Schema.Number, Schema.Boolean]))),
  format: optional(Schema.String),
  items: optional(Schema.suspend(() => JsonSchema)),
  maxItems: optional(Schema.Int),
  maxLength: optional(Schema.Int),
  maximum: optional(Schema.Number),
  minLength: optional(Schema.Int),
  minimum: optional(Schema.Number),
  pattern: optional(Schema.String),
  properties: optional(
    Schema.Record(
      Schema.String,
      Schema.suspend(() => JsonSchema)
    )
  ),
  required: optional(Schema.Array(Schema.String)),
  type: optional(Schema.String)
})

const Operation = Schema.Struct({
  parameters: Schema.Array(Schema.Struct({ name: Schema.String, in: Schema.String, schema: JsonSchema })),
  requestBody: Schema.optionalKey(
    Schema.Struct({ content: Schema.Record(Schema.String, Schema.Struct({ schema: JsonSchema })) })
  )
})
const Document = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({ schemas: Schema.Record(Schema.String, JsonSchema) })
})

const { components, paths } = Schema.decodeUnknownSync(Schema.fromJsonString(Document))(
  readFileSync(new URL("../../../../docs/generated/openapi.json", import.meta.url), "utf8")
)

/** One endpoint of the OpenAPI document. */
export interface Endpoint {
  readonly method: string
  /** The path, with parameters in braces. */
  readonly path: string
  /** The prefix of the id in the path, such as `Customer`: empty if the path has none. */
  readonly prefix: string
  readonly query: ReadonlyArray<{ readonly name: string; readonly schema: JsonSchema }>
  readonly body: JsonSchema | undefined
}

/** The prefix of the ids that match a schema: empty if it is not a schema of ids. */
export const prefixOf = ({ pattern = "" }: JsonSchema): string => /^\^([A-Za-z]+):\[/u.exec(pattern)?.[1] ?? ""

export const endpoints: ReadonlyArray<Endpoint> = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { parameters, requestBody }]) => ({
    method: method.toUpperCase(),
    path,
    prefix: parameters.map(({ name, schema }) => (name === "id" ? prefixOf(schema) : "")).join(""),
    query: parameters.filter((parameter) => parameter.in === "query"),
    body: requestBody?.content["application/json"]?.schema
  }))
)

/** The schema that a `$ref` of the document refers to. */
export const referred = (reference: string): JsonSchema => {
  const schema = components.schemas[reference.replace("#/components/schemas/", "")]
  if (schema === undefined) throw new Error(`the document has no ${reference}`)
  return schema
}
