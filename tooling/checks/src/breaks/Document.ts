import { Schema } from "effect"

/** What of JSON Schema our document uses, as far as it can break a client. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

const text = Schema.optionalKey(Schema.String)
const number = Schema.optionalKey(Schema.Number)
const nested = Schema.suspend((): Schema.Codec<JsonSchema> => JsonSchema)
const JsonSchema: Schema.Codec<JsonSchema> = Schema.Struct({
  $ref: text,
  type: text,
  format: text,
  pattern: text,
  enum: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  properties: Schema.optionalKey(Schema.Record(Schema.String, nested)),
  required: Schema.optionalKey(Schema.Array(Schema.String)),
  additionalProperties: Schema.optionalKey(Schema.Union([Schema.Boolean, nested])),
  items: Schema.optionalKey(nested),
  anyOf: Schema.optionalKey(Schema.Array(nested)),
  allOf: Schema.optionalKey(Schema.Array(nested)),
  minimum: number,
  maximum: number,
  minLength: number,
  maxLength: number,
  minItems: number,
  maxItems: number
})

const Content = Schema.Record(Schema.String, Schema.Struct({ schema: JsonSchema }))

const Operation = Schema.Struct({
  operationId: Schema.String,
  parameters: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        name: Schema.String,
        in: Schema.String,
        required: Schema.optionalKey(Schema.Boolean),
        schema: JsonSchema
      })
    )
  ),
  requestBody: Schema.optionalKey(Schema.Struct({ required: Schema.optionalKey(Schema.Boolean), content: Content })),
  responses: Schema.Record(Schema.String, Schema.Struct({ content: Schema.optionalKey(Content) }))
})
export type Operation = typeof Operation.Type

/** An OpenAPI document, as far as it can break a client. */
export const Document = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({ schemas: Schema.Record(Schema.String, JsonSchema) })
})
export type Document = typeof Document.Type
